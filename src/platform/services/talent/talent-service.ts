import type { Db } from '../../database/open-database.ts';
import type { Service, ToolHandlers } from '../../../tools/service.ts';
import { talentTools } from '../../../tools/talent/talent-tools.ts';
import { createServiceKeys, type ServiceKeys } from '../keys/service-keys.ts';
import { storeMissingUsers } from './store/store-users.ts';
import { toolRunner } from '../tool-runner.ts';
import { listEntryHandlers } from './lists/list-entry-handlers.ts';
import { listHandlers } from './lists/list-handlers.ts';
import { lookupHandlers } from './lookup-handlers.ts';
import { searchHandlers } from './search-handlers.ts';
import { signalHandlers } from './signals/signal-handlers.ts';

interface TalentServiceOptions {
  db: Db;
  now?: () => Date;
  /** By default, callers are authenticated with the keys in `db`. */
  keys?: ServiceKeys;
}

/** Creates the talent service. A record that the caller may not see causes the same `NOT_FOUND` as a missing record. */
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
      await storeMissingUsers(db, [{ id, name }]);
      return id;
    },
  };
}
