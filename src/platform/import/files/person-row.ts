import { signalFields } from '../../../tools/talent/signal.ts';
import { derivedId } from './derived-id.ts';

type Cells = Readonly<Record<string, string | undefined>>;

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

/** Columns of a spreadsheet of people, which become signals. */
export const personFields: readonly string[] = [...Object.keys(signalFields), ...partFields];

/** Names that spreadsheets use for the columns, in lower case and with `_` between words. */
export const personAliases: Readonly<Record<string, readonly string[]>> = {
  full_name: ['name', 'person', 'contact'],
  first_name: ['given_name'],
  last_name: ['surname', 'family_name'],
  title: ['position', 'job_title', 'role'],
  company: ['company_name', 'organization', 'organisation', 'employer'],
  school: ['university', 'education'],
  linkedin_url: ['linkedin', 'linkedin_profile', 'profile_url', 'url'],
  discovered_at: ['discovered', 'date', 'added', 'added_on', 'created_at'],
  summary: ['notes', 'about', 'bio'],
  profile_tags: ['tags'],
};

/** @param modifiedAt when the file was last changed: the time of discovery if the row has none */
export function personRecord(cells: Cells, modifiedAt: Date): Record<string, unknown> {
  const {
    first_name: first,
    last_name: last,
    title,
    company,
    degree,
    school,
    location,
    profile_tags: tags,
    ...fields
  } = cells;
  const fullName = fields['full_name'] ?? ([first, last].filter(Boolean).join(' ') || undefined);
  const linkedinId = fields['linkedin_id'] ?? linkedinIdOf(fields['linkedin_url']);
  const key = linkedinId === undefined ? [fullName, company] : [linkedinId.toLowerCase()];
  return {
    ...placeOf(location),
    ...fields,
    id: fields['id'] ?? derivedId('sig_', key),
    full_name: fullName,
    linkedin_id: linkedinId,
    linkedin_url: withProtocol(fields['linkedin_url']),
    discovered_at: fields['discovered_at'] ?? modifiedAt.toISOString(),
    score: fields['score'] === undefined ? undefined : numberOf(fields['score']),
    ...(tags !== undefined && { profile_tags: tags.split(/[;,|]/).map((tag) => tag.trim()) }),
    ...((company ?? title) !== undefined && {
      experiences: [
        {
          company_id: company && { id: derivedId('exe_', [company]), name: company },
          company_name: company,
          title,
          is_current: true,
        },
      ],
    }),
    ...((school ?? degree) !== undefined && { educations: [{ institution_name: school, degree }] }),
  };
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
const countries = new Set(letters.flatMap((first) => letters.map((second) => countryNames.of(first + second))));

/** Such as `Tampere, Pirkanmaa, Finland`, `Austin, Texas` or `Finland`. */
function placeOf(location: string | undefined) {
  const parts = (location ?? '').split(',').map((part) => part.trim());
  const country = countries.has(parts.at(-1)) ? parts.pop() : undefined;
  const [city, region] = parts;
  return { city: city || undefined, region: region || undefined, country };
}

const linkedinIdOf = (url: string | undefined) => /linkedin\.com\/in\/([^/?#]+)/i.exec(url ?? '')?.[1];

const withProtocol = (url: string | undefined) =>
  url === undefined || /^[a-z]+:\/\//i.test(url) ? url : `https://${url}`;

/** Text that is no number stays, so that the schema rejects it. */
const numberOf = (text: string) => (Number.isNaN(Number(text)) ? text : Number(text));
