import { companyFields, institutionFields, type lookupTools } from '../../../tools/talent/lookup.ts';
import type { ToolHandlers } from '../../../tools/service.ts';
import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/open-database.ts';
import type { Tables } from '../../database/tables/tables.ts';
import { columnsOf } from '../../database/record-columns.ts';
import { mergeReads } from '../../database/pools/merge-reads.ts';
import { boundedTotal } from '../bounded-total.ts';
import { containing, searchWords } from './name-search.ts';
import { type PageInput, pagingOf, readPage } from './paging.ts';
import type { TalentParts } from './talent-parts.ts';

/** Maximum number of rows that are counted. Rows are narrow: counting all cities of the world takes milliseconds. */
const maxLookupTotal = 100_000;

/** Rows match both `ids` and `search`. Names are sorted by code point, which is the same order in every database. */
export function lookupHandlers({ db }: TalentParts): ToolHandlers<typeof lookupTools> {
  const companies = () => db.selectFrom('talent_companies').select(columnsOf(companyFields));
  const institutions = () => db.selectFrom('talent_institutions').select(columnsOf(institutionFields));
  const companiesById = mergeReads((idLists: string[][]) => rowsByIds(companies(), idLists));
  const institutionsById = mergeReads((idLists: string[][]) => rowsByIds(institutions(), idLists));
  return {
    cities_list: (input) => {
      const query = db.selectFrom('talent_cities').select(['name', 'signal_count']);
      return lookupPage(db, { input, query, order: sql`signal_count desc, name collate "C"`, isRanked: false });
    },
    companies_list: async (input) =>
      isPageOfIds(input)
        ? pageOfIds(input, await companiesById({ key: input.ids }))
        : lookupPage(db, { input, query: companies(), order: byName, isRanked: true }),
    educations_list: async (input) =>
      isPageOfIds(input)
        ? pageOfIds(input, await institutionsById({ key: input.ids }))
        : lookupPage(db, { input, query: institutions(), order: byName, isRanked: true }),
  };
}

const byName = sql`name collate "C", id`;

async function rowsByIds<Table extends keyof Tables, Row extends { id: string }>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  idLists: string[][],
): Promise<(ids: string[]) => Row[]> {
  const found = await query
    .where(sql<SqlBool>`id = any(${[...new Set(idLists.flat())]})`)
    .orderBy(byName)
    .execute();
  return (ids) => {
    const wanted = new Set(ids);
    return found.filter(({ id }) => wanted.has(id));
  };
}

/** Whether the page is the first, contains all ids and has no search, so that rows need not be counted. */
function isPageOfIds<Input extends LookupInput>(input: Input): input is Input & { ids: string[] } {
  const { page, limit } = pagingOf(input);
  return (
    page === 1 && input.ids !== undefined && input.ids.length <= limit && searchWords(input.search ?? '').length === 0
  );
}

function pageOfIds<Row>(input: LookupInput, items: Row[]) {
  const { page, limit } = pagingOf(input);
  return { items, page, limit, total: items.length, has_more: false };
}

interface LookupInput extends PageInput {
  ids?: string[] | undefined;
  search?: string | undefined;
}

interface Lookup<Table extends keyof Tables, Row> {
  input: LookupInput;
  query: SelectQueryBuilder<Tables, Table, Row>;
  order: RawBuilder<unknown>;
  /** Whether a search also finds initials, and sorts by relevance before `order`. */
  isRanked: boolean;
}

async function lookupPage<Table extends keyof Tables, Row>(
  db: Db,
  { input, query, order, isRanked }: Lookup<Table, Row>,
) {
  const words = searchWords(input.search ?? '');
  const byId = input.ids === undefined ? [] : [sql<SqlBool>`id = any(${input.ids})`];
  const matching = query.where((eb) => eb.and([...nameConditions(words, { findsInitials: isRanked }), ...byId]));
  const ranked = isRanked && words.length > 0 ? matching.orderBy(rank(words)) : matching;
  const [{ rows: items, ...page }, total] = await Promise.all([
    readPage(ranked.orderBy(order), input),
    boundedTotal(db, matching.clearSelect(), maxLookupTotal),
  ]);
  return { items, ...page, total };
}

/** Minimum length of initials: a single letter is more likely the beginning of a name. */
const minInitials = 2;

/** A name must contain all words; for a single word, matching initials are enough. */
function nameConditions(words: string[], { findsInitials }: { findsInitials: boolean }): Expression<SqlBool>[] {
  const inName = words.map((word) => sql<SqlBool>`folded_name like ${containing(word)}`);
  const [only, ...others] = words;
  if (!findsInitials || only === undefined || others.length > 0 || only.length < minInitials) return inName;
  return [sql`(${sql.join(inName, sql` and `)} or initials = folded_text(${only}::text))`];
}

/** Ranks how well a name matches, from 0 (best) to 5. PostgreSQL's `\m` and `\M` match the start and end of a word. */
function rank(words: string[]): RawBuilder<unknown> {
  const phrase = sql`folded_text(${words.join(' ')}::text)`;
  const pattern = sql`folded_text(${words.join(' ').replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)}::text)`;
  return sql`case
    when folded_name = ${phrase} or initials = ${phrase} then 0
    when folded_name ~ ('^' || ${pattern} || '\\M') then 1
    when folded_name ~ ('\\m' || ${pattern} || '\\M') then 2
    when starts_with(folded_name, ${phrase}) then 3
    when folded_name ~ ('\\m' || ${pattern}) then 4
    else 5 end`;
}
