import type { lookupTools } from '../../tools/talent/lookup.ts';
import type { ToolHandlers } from '../../tools/service.ts';
import { sql } from 'kysely';
import { boundedTotal } from '../bounded-total.ts';
import { containing } from './like-pattern.ts';
import { cutPage, pagingOf } from './paging.ts';
import type { TalentParts } from './talent-parts.ts';

/** Rows of lookups are narrow: counting all cities of the world takes milliseconds. */
const largestLookupTotal = 100_000;

/** Names sort by code point, the same on every database. `ids` and `search` combine; an empty `ids` finds nothing. */
export function lookupHandlers({ db }: TalentParts): ToolHandlers<typeof lookupTools> {
  return {
    cities_list: async ({ search, ...input }) => {
      const paging = pagingOf(input);
      const { page, limit, offset } = paging;
      const matching = db
        .selectFrom('talent_cities')
        .$if(Boolean(search), (query) => query.where('name', 'ilike', containing(search ?? '')));
      const [found, counted] = await Promise.all([
        matching
          .selectAll()
          .orderBy('signal_count', 'desc')
          .orderBy(byName)
          .limit(limit + 1)
          .offset(offset)
          .execute(),
        boundedTotal(db, matching, largestLookupTotal),
      ]);
      const { rows: items, total } = cutPage(found, paging, counted);
      return { items, page, limit, total };
    },

    companies_list: async ({ ids, search, ...input }) => {
      const paging = pagingOf(input);
      const { page, limit, offset } = paging;
      const matching = db
        .selectFrom('talent_companies')
        .$if(Boolean(search), (query) => query.where('name', 'ilike', containing(search ?? '')))
        .$if(ids !== undefined, (query) => query.where('id', '=', (eb) => eb.fn.any(eb.val(ids ?? []))));
      const [found, counted] = await Promise.all([
        matching
          .selectAll()
          .orderBy(byName)
          .orderBy('id')
          .limit(limit + 1)
          .offset(offset)
          .execute(),
        boundedTotal(db, matching, largestLookupTotal),
      ]);
      const { rows: items, total } = cutPage(found, paging, counted);
      return { items, page, limit, total };
    },

    educations_list: async ({ ids, search, ...input }) => {
      const paging = pagingOf(input);
      const { page, limit, offset } = paging;
      const matching = db
        .selectFrom('talent_institutions')
        .$if(Boolean(search), (query) => query.where('name', 'ilike', containing(search ?? '')))
        .$if(ids !== undefined, (query) => query.where('id', '=', (eb) => eb.fn.any(eb.val(ids ?? []))));
      const [found, counted] = await Promise.all([
        matching
          .selectAll()
          .orderBy(byName)
          .orderBy('id')
          .limit(limit + 1)
          .offset(offset)
          .execute(),
        boundedTotal(db, matching, largestLookupTotal),
      ]);
      const { rows: items, total } = cutPage(found, paging, counted);
      return { items, page, limit, total };
    },
  };
}

const byName = sql`name collate "C"`;
