import type { Db } from '../../database/open-database.ts';
import type { Service, ToolHandlers } from '../../../tools/service.ts';
import { talentTools } from '../../../tools/talent/talent-tools.ts';
import { createServiceKeys, type ServiceKeys } from '../keys/service-keys.ts';
import { storeNamedUsers } from './store/store-users.ts';
import { toolRunner } from '../tool-runner.ts';
import { listEntryHandlers } from './lists/list-entries.ts';
import { listHandlers } from './lists/lists.ts';
import { lookupHandlers } from './lookups.ts';
import { searchHandlers } from './searches/searches.ts';
import { signalHandlers } from './signals/signals.ts';

export interface TalentServiceOptions {
  db: Db;
  now?: () => Date;
  /** Who its callers are. */
  keys?: ServiceKeys;
}

/**
 * The embedded talent service: all 26 tools, in SQL.
 * - A page's `total` is exact up to 2,500 signals, 10,000 entries and 100,000 cities, companies or institutions, and
 *   null above, on every page, so that counting never walks through a large table.
 * - Whatever the caller may not see does not exist for them: `NOT_FOUND`, in the same words.
 * - `now` is the clock of views, screenings, creations and `time_relative`.
 */
export function createTalentService({
  db,
  now = () => new Date(),
  keys = createServiceKeys({ db, service: 'talent', now }),
}: TalentServiceOptions): Service {
  const parts = { db, now };
  const handlers: ToolHandlers<typeof talentTools> = {
    ...lookupHandlers(parts),
    ...listHandlers(parts),
    ...listEntryHandlers(parts),
    ...searchHandlers(parts),
    ...signalHandlers(parts),
  };

  return {
    kind: 'talent',
    tools: talentTools,
    ...toolRunner({ tools: talentTools, handlers, keys }),
    async ensureUser({ identifier, name }) {
      const id = `usr_${identifier}`;
      await storeNamedUsers(db, [{ id, name }]);
      return id;
    },
  };
}
