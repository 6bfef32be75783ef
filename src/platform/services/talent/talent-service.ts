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
  /** Authenticates callers; by default with the keys in `db`. */
  keys?: ServiceKeys;
}

/**
 * Creates the embedded talent service, which implements all 26 tools in SQL.
 * - The `total` of a page is exact up to 2,500 signals, 10,000 entries and 100,000 cities, companies or institutions,
 *   and null above that, so that counting never reads all rows of a large result. The `total` of signals is also null
 *   if the planner expects more than 5,000 matches, even if it is wrong, and among more than 100,000 signals if it expects
 *   that counting takes long.
 * - A call for a record that the caller may not see fails with `NOT_FOUND`, with the same message as for a record that
 *   does not exist.
 * - `now` provides the time that is stored for views, screenings and new records, and the time from which
 *   `time_relative` filters count back.
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
