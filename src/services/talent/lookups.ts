import type { lookupTools } from '../../tools/talent/lookup.ts';
import type { ToolHandlers } from '../../tools/service.ts';
import { sql } from 'kysely';
import { boundedTotal } from '../bounded-total.ts';
import { containing } from './like-pattern.ts';
import { pagingOf } from './paging.ts';
import type { TalentParts } from './talent-parts.ts';

/** Rows of lookups are narrow: counting all cities of the world takes milliseconds. */
const largestLookupTotal = 100_000;

/** Names sort by code point, the same on every database. `ids` and `search` combine; an empty `ids` finds nothing. */
export function lookupHandlers({ db }: TalentParts): ToolHandlers<typeof lookupTools> {
  return {
    cities_list: async ({ search, ...input }) => {
      const { page, limit, offset } = pagingOf(input);
      const matching = db
        .selectFrom('talent_cities')
        .$if(Boolean(search), (query) => query.where('name', 'ilike', containing(search ?? '')));
      const [items, total] = await Promise.all([
        matching.selectAll().orderBy('signal_count', 'desc').orderBy(byName).limit(limit).offset(offset).execute(),
        boundedTotal(db, matching, largestLookupTotal),
      ]);
      return { items, page, limit, total };
    },

    companies_list: async ({ ids, search, ...input }) => {
      const { page, limit, offset } = pagingOf(input);
      const matching = db
        .selectFrom('talent_companies')
        .$if(Boolean(search), (query) => query.where('name', 'ilike', containing(search ?? '')))
        .$if(ids !== undefined, (query) => query.where('id', '=', (eb) => eb.fn.any(eb.val(ids ?? []))));
      const [items, total] = await Promise.all([
        matching.selectAll().orderBy(byName).orderBy('id').limit(limit).offset(offset).execute(),
        boundedTotal(db, matching, largestLookupTotal),
      ]);
      return { items, page, limit, total };
    },

    educations_list: async ({ ids, search, ...input }) => {
      const { page, limit, offset } = pagingOf(input);
      const matching = db
        .selectFrom('talent_institutions')
        .$if(Boolean(search), (query) => query.where('name', 'ilike', containing(search ?? '')))
        .$if(ids !== undefined, (query) => query.where('id', '=', (eb) => eb.fn.any(eb.val(ids ?? []))));
      const [items, total] = await Promise.all([
        matching.selectAll().orderBy(byName).orderBy('id').limit(limit).offset(offset).execute(),
        boundedTotal(db, matching, largestLookupTotal),
      ]);
      return { items, page, limit, total };
    },
  };
}

const byName = sql`name collate "C"`;
