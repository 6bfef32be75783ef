import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { z } from 'zod';
import type { Columns } from '../../../tools/record-fields.ts';
import type { companyFields, institutionFields } from '../../../tools/talent/lookup.ts';
import type { searchFields } from '../../../tools/talent/search.ts';
import type { SearchFilter } from '../../../tools/talent/search-filter.ts';
import type {
  educationPayload,
  experiencePayload,
  signalFields,
  talentUserFields,
} from '../../../tools/talent/signal.ts';
import type { profileTags } from '../../../tools/talent/vocabulary.ts';

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

/** A JSON column. Values are written as text, because the `pg` driver would send an array as a PostgreSQL array. */
type Json<Value> = ColumnType<Value, string, string>;

interface TaggingJson {
  tag: string;
  created_at?: string | null;
  tagged_by?: string | null;
}

export interface TalentUserTable extends Columns<typeof talentUserFields> {}

/** A signal, with the profile that its person had at the time of discovery. */
export interface TalentSignalTable extends Columns<typeof signalFields> {
  profile_tags: (typeof profileTags)[keyof typeof profileTags][];
  experiences: Json<z.input<typeof experiencePayload>[]>;
  educations: Json<z.input<typeof educationPayload>[]>;
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

interface TalentListTable {
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

export interface TalentSearchTable extends Columns<typeof searchFields> {
  filters: Json<SearchFilter[]>;
  visited_at: Date;
  creator_id: string;
  created_at: Generated<Date>;
}

/** Users other than the creator who may see and edit a saved search. */
interface TalentSearchShareeTable {
  search_id: string;
  user_id: string;
}

/** Columns that the database derives from `name` for searches. */
interface NameSearch {
  /** The name in lower case, without accents and typographic punctuation. */
  folded_name: GeneratedAlways<string>;
}

interface Initials {
  /**
   * First letters of the capitalized words, in lower case and without accents: `mit` for Massachusetts Institute of
   * Technology.
   */
  initials: GeneratedAlways<string>;
}

interface TalentCompanyTable extends Columns<typeof companyFields>, NameSearch, Initials {}

interface TalentInstitutionTable extends Columns<typeof institutionFields>, NameSearch, Initials {}

interface TalentCityTable extends NameSearch {
  name: string;
  /** Number of signals in this city, updated by triggers on `talent_signals`. */
  signal_count: Generated<number>;
}
