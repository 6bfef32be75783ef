import { signalFields } from '../../../tools/talent/signal.ts';

/** Columns that become parts of other fields, such as `title` and `company` of an experience. */
const partFields = [
  'first_name',
  'last_name',
  'title',
  'company',
  'degree',
  'school',
  'location',
  'profile_tags',
] as const;

/** Fields that columns of a spreadsheet of people can set. Each row with a name becomes a signal. */
export const personFields: readonly string[] = [...Object.keys(signalFields), ...partFields];

/** Column names in exports and spreadsheets, best first: if there is a `Job Title`, `Title` is a form of address. */
export const personColumns: Readonly<Record<string, readonly string[]>> = {
  full_name: ['full_name', 'name', 'person', 'contact', 'contact_name', 'display_name'],
  first_name: ['first_name', 'given_name'],
  last_name: ['last_name', 'surname', 'family_name'],
  title: ['job_title', 'position', 'role', 'organization_title', 'title'],
  company: ['company', 'company_name', 'organization', 'organisation', 'organization_name', 'employer', 'account_name'],
  school: ['school', 'university', 'education'],
  linkedin_url: [
    'linkedin_url',
    'linkedin',
    'linkedin_profile',
    'person_linkedin_url',
    'linkedin_profile_url',
    'profile_url',
    'url',
  ],
  discovered_at: ['discovered_at', 'discovered', 'date', 'added', 'added_on', 'created_at'],
  summary: ['summary', 'notes', 'about', 'bio'],
  profile_tags: ['profile_tags', 'tags'],
};
