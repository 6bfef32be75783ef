import type { lookupTools } from '../../tools/talent/lookup.ts';
import type { ToolHandlers } from '../../tools/service.ts';
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/open-database.ts';
import type { Tables } from '../../database/tables.ts';
import { boundedTotal } from '../bounded-total.ts';
import { containing } from './like-pattern.ts';
import { cutPage, pagingOf } from './paging.ts';
import type { TalentParts } from './talent-parts.ts';

/** Rows of lookups are narrow: counting all cities of the world takes milliseconds. */
const largestLookupTotal = 100_000;

/** Names sort by code point, the same on every database. `ids` and `search` combine; an empty `ids` finds nothing. */
export function lookupHandlers({ db }: TalentParts): ToolHandlers<typeof lookupTools> {
  return {
    cities_list: (input) => {
      const matching = db.selectFrom('talent_cities').where((eb) => eb.and(wanted(input)));
      return lookupPage(db, {
        input,
        matching,
        rows: matching.selectAll().orderBy('signal_count', 'desc').orderBy(byName),
      });
    },

    companies_list: (input) => {
      const matching = db.selectFrom('talent_companies').where((eb) => eb.and(wanted(input)));
      return lookupPage(db, { input, matching, rows: matching.selectAll().orderBy(byName).orderBy('id') });
    },

    educations_list: (input) => {
      const matching = db.selectFrom('talent_institutions').where((eb) => eb.and(wanted(input)));
      return lookupPage(db, { input, matching, rows: matching.selectAll().orderBy(byName).orderBy('id') });
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
}): Expression<SqlBool>[] => [
  ...(search ? [sql<SqlBool>`name ilike ${containing(search)}`] : []),
  ...(ids === undefined ? [] : [sql<SqlBool>`id = any(${ids})`]),
];

interface Lookup<Table extends keyof Tables, Row> {
  input: { limit?: string | undefined; page?: string | undefined };
  matching: SelectQueryBuilder<Tables, Table, object>;
  /** The same in their order. */
  rows: SelectQueryBuilder<Tables, Table, Row>;
}

async function lookupPage<Table extends keyof Tables, Row>(db: Db, { input, matching, rows }: Lookup<Table, Row>) {
  const paging = pagingOf(input);
  const { page, limit, offset } = paging;
  const [found, counted] = await Promise.all([
    rows
      .limit(limit + 1)
      .offset(offset)
      .execute(),
    boundedTotal(db, matching, largestLookupTotal),
  ]);
  const { rows: items, total } = cutPage(found, paging, counted);
  return { items, page, limit, total };
}
