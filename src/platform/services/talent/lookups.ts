import type { lookupTools } from '../../../tools/talent/lookup.ts';
import type { ToolHandlers } from '../../../tools/service.ts';
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/open-database.ts';
import type { Tables } from '../../database/tables/tables.ts';
import { boundedTotal } from '../bounded-total.ts';
import { containing, searchWords } from './name-search.ts';
import { cutPage, pagingOf } from './paging.ts';
import type { TalentParts } from './talent-parts.ts';

/** Rows of lookups are narrow: counting all cities of the world takes milliseconds. */
const largestLookupTotal = 100_000;

/**
 * Names sort by code point, the same on every database. `ids` and `search` combine; an empty `ids` finds nothing. A search
 * shows the best matches first: the name or its initials, then whole words, then beginnings of words.
 */
export function lookupHandlers({ db }: TalentParts): ToolHandlers<typeof lookupTools> {
  return {
    cities_list: (input) => {
      const matching = db.selectFrom('talent_cities').where((eb) => eb.and(allWords(input.search)));
      const rows = ranked(matching.select(['name', 'signal_count']), input.search)
        .orderBy('signal_count', 'desc')
        .orderBy(byName);
      return lookupPage(db, { input, matching, rows });
    },

    companies_list: (input) => {
      const matching = db.selectFrom('talent_companies').where((eb) => eb.and(wanted(input)));
      const rows = ranked(matching.select(['id', 'name', 'domain', 'industry']), input.search, { hasInitials: true })
        .orderBy(byName)
        .orderBy('id');
      return lookupPage(db, { input, matching, rows });
    },

    educations_list: (input) => {
      const matching = db.selectFrom('talent_institutions').where((eb) => eb.and(wanted(input)));
      const rows = ranked(matching.select(['id', 'name', 'country']), input.search, { hasInitials: true })
        .orderBy(byName)
        .orderBy('id');
      return lookupPage(db, { input, matching, rows });
    },
  };
}

const byName = sql`name collate "C"`;

const wanted = ({
  ids,
  search,
}: {
  ids?: string[] | undefined;
  search?: string | undefined;
}): Expression<SqlBool>[] => [...matchedBy(search), ...(ids === undefined ? [] : [sql<SqlBool>`id = any(${ids})`])];

/** The name has all words, or the search is its initials. */
function matchedBy(search: string | undefined): Expression<SqlBool>[] {
  const words = allWords(search);
  const [only, ...others] = searchWords(search ?? '');
  if (only === undefined || others.length > 0 || only.length < minInitials) return words;
  return [sql<SqlBool>`(${sql.join(words, sql` and `)} or initials = folded_text(${only}::text))`];
}

/** A single letter is the beginning of a name that is still being typed. */
const minInitials = 2;

const allWords = (search: string | undefined): Expression<SqlBool>[] =>
  searchWords(search ?? '').map((word) => sql<SqlBool>`folded_name like ${containing(word)}`);

/** Orders by how well a name matches; without a search all names match alike. */
function ranked<Table extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  search: string | undefined,
  { hasInitials } = { hasInitials: false },
): SelectQueryBuilder<Tables, Table, Row> {
  const words = searchWords(search ?? '');
  if (words.length === 0) return rows;
  const phrase = sql`folded_text(${words.join(' ')}::text)`;
  const pattern = sql`folded_text(${words.join(' ').replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)}::text)`;
  const best = hasInitials ? sql`folded_name = ${phrase} or initials = ${phrase}` : sql`folded_name = ${phrase}`;
  return rows.orderBy(sql`case
    when ${best} then 0
    when folded_name ~ ('^' || ${pattern} || '\\M') then 1
    when folded_name ~ ('\\m' || ${pattern} || '\\M') then 2
    when starts_with(folded_name, ${phrase}) then 3
    when folded_name ~ ('\\m' || ${pattern}) then 4
    else 5 end`);
}

interface Lookup<Table extends keyof Tables, Row> {
  input: { limit?: string | undefined; page?: string | undefined };
  matching: SelectQueryBuilder<Tables, Table, object>;
  /** The same in their order. */
  rows: SelectQueryBuilder<Tables, Table, Row>;
}

async function lookupPage<Table extends keyof Tables, Row>(db: Db, { input, matching, rows }: Lookup<Table, Row>) {
  const { page, limit, offset } = pagingOf(input);
  const [found, total] = await Promise.all([
    rows
      .limit(limit + 1)
      .offset(offset)
      .execute(),
    boundedTotal(db, matching, largestLookupTotal),
  ]);
  const { rows: items, hasMore } = cutPage(found, limit);
  return { items, page, limit, total, has_more: hasMore };
}
