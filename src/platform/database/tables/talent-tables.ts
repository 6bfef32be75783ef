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
  talent_views: {
    signal_id: string;
    user_id: string;
    viewed_at: Generated<Date>;
  };
  talent_screenings: {
    signal_id: string;
    user_id: string;
    screened_at: Generated<Date>;
  };
  talent_lists: {
    id: string;
    name: string;
    creator_id: string;
    created_at: Generated<Date>;
  };
  /** Users other than the creator who may see and edit a list. */
  talent_list_accesses: {
    list_id: string;
    user_id: string;
  };
  talent_list_entries: TalentListEntryTable;
  talent_searches: TalentSearchTable;
  /** Users other than the creator who may see and edit a saved search. */
  talent_search_sharees: {
    search_id: string;
    user_id: string;
  };
  talent_companies: Columns<typeof companyFields> & NameSearchWithInitials;
  talent_institutions: Columns<typeof institutionFields> & NameSearchWithInitials;
  talent_cities: NameSearch & {
    name: string;
    /** Updated by triggers on `talent_signals`. */
    signal_count: Generated<number>;
  };
}

/** A JSON column, written as text because the `pg` driver would send an array as a PostgreSQL array. */
type Json<Value> = ColumnType<Value, string, string>;

export interface TalentUserTable extends Columns<typeof talentUserFields> {}

/** Signals, each with the person's profile at the time of discovery. */
export interface TalentSignalTable extends Columns<typeof signalFields> {
  profile_tags: (typeof profileTags)[keyof typeof profileTags][];
  experiences: Json<z.input<typeof experiencePayload>[]>;
  educations: Json<z.input<typeof educationPayload>[]>;
  taggings: Json<{ tag: string; created_at?: string | null; tagged_by?: string | null }[]>;
  /** Company ids for the `past_companies` filter. */
  past_company_ids: string[];
  /** Institution ids for the `past_education` filter. */
  past_institution_ids: string[];
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

/** Columns that the database derives from `name`. */
interface NameSearch {
  /** The name in lower case, without accents and typographic punctuation. */
  folded_name: GeneratedAlways<string>;
}

interface NameSearchWithInitials extends NameSearch {
  /** Initials of the capitalized words: `mit` for Massachusetts Institute of Technology. */
  initials: GeneratedAlways<string>;
}
