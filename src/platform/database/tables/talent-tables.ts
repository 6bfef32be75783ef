import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type {
  ageRanges,
  customerFocuses,
  educationLevels,
  genders,
  profileTags,
  signalTypes,
} from '../../../tools/talent/vocabulary.ts';

export interface TalentTables {
  talent_users: TalentUserTable;
  talent_signals: TalentSignalTable;
  talent_views: TalentViewTable;
  talent_screenings: TalentScreeningTable;
  talent_lists: TalentListTable;
  talent_list_accesses: TalentListAccessTable;
  talent_list_entries: TalentListEntryTable;
  talent_searches: TalentSearchTable;
  talent_search_sharees: TalentSearchShareeTable;
  talent_companies: TalentCompanyTable;
  talent_institutions: TalentInstitutionTable;
  talent_cities: TalentCityTable;
}

type ValueOf<Values> = Values[keyof Values];

/** A JSON column. Values are written as text, because the `pg` driver would send an array as a PostgreSQL array. */
type Json<Value> = ColumnType<Value, string, string>;

export interface ExperienceJson {
  company_id?: string | null;
  company_name?: string | null;
  title?: string | null;
  description?: string | null;
  location?: string | null;
  start_date?: string | null;
  end_date?: string | null;
  is_current?: boolean | null;
}

export interface EducationJson {
  institution_id?: string | null;
  institution_name?: string | null;
  degree?: string | null;
  field_of_study?: string | null;
  start_date?: string | null;
  end_date?: string | null;
}

export interface TaggingJson {
  tag: string;
  created_at?: string | null;
  tagged_by?: string | null;
}

export interface SearchFilterJson {
  key: string;
  operator: string;
  value: unknown;
}

export interface TalentUserTable {
  id: string;
  name: string | null;
  email: string | null;
}

/** A signal, with the profile that its person had at the time of discovery. */
export interface TalentSignalTable {
  id: string;
  type: ValueOf<typeof signalTypes> | null;
  score: number | null;
  source: string | null;
  summary: string | null;
  discovered_at: Date;
  full_name: string | null;
  headline: string | null;
  avatar_url: string | null;
  linkedin_id: string | null;
  linkedin_url: string | null;
  city: string | null;
  country: string | null;
  region: string | null;
  origin: string | null;
  gender: ValueOf<typeof genders> | null;
  age_range: ValueOf<typeof ageRanges> | null;
  education_level: ValueOf<typeof educationLevels> | null;
  industry: string | null;
  customer_focus: ValueOf<typeof customerFocuses> | null;
  profile_tags: ValueOf<typeof profileTags>[];
  experiences: Json<ExperienceJson[]>;
  educations: Json<EducationJson[]>;
  taggings: Json<TaggingJson[]>;
  /** Company ids of `experiences`, for the `past_companies` filter. */
  past_company_ids: string[];
  /** Institution ids of `educations`, for the `past_education` filter. */
  past_institution_ids: string[];
}

interface TalentViewTable {
  signal_id: string;
  user_id: string;
  viewed_at: Generated<Date>;
}

interface TalentScreeningTable {
  signal_id: string;
  user_id: string;
  screened_at: Generated<Date>;
}

export interface TalentListTable {
  id: string;
  name: string;
  creator_id: string;
  created_at: Generated<Date>;
}

/** Users other than the creator who may see and edit a list. */
interface TalentListAccessTable {
  list_id: string;
  user_id: string;
}

export interface TalentListEntryTable {
  id: string;
  list_id: string;
  signal_id: string;
  added_by: string;
  created_at: Generated<Date>;
}

export interface TalentSearchTable {
  id: string;
  title: string;
  emoji: string | null;
  filters: Json<SearchFilterJson[]>;
  visited_at: Date;
  creator_id: string;
  created_at: Generated<Date>;
}

/** Users other than the creator who may see and edit a saved search. */
interface TalentSearchShareeTable {
  search_id: string;
  user_id: string;
}

interface TalentCompanyTable extends NameSearch {
  id: string;
  name: string;
  initials: GeneratedAlways<string>;
  domain: string | null;
  industry: string | null;
}

/** Columns that the database derives from `name` for searches. */
interface NameSearch {
  /** The name in lower case, without accents and typographic punctuation. */
  folded_name: GeneratedAlways<string>;
}

interface TalentInstitutionTable extends NameSearch {
  id: string;
  name: string;
  /**
   * First letters of the capitalized words, in lower case and without accents: `mit` for Massachusetts Institute of
   * Technology.
   */
  initials: GeneratedAlways<string>;
  country: string | null;
}

interface TalentCityTable extends NameSearch {
  name: string;
  /** Number of signals in this city, updated by triggers on `talent_signals`. */
  signal_count: Generated<number>;
}
