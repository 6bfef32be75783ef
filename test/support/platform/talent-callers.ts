import type { Config } from '../../../src/app/config/config.ts';
import { createAccounts } from '../../../src/platform/accounts/accounts.ts';
import { createConnections } from '../../../src/platform/accounts/connections.ts';
import { openVault } from '../../../src/platform/accounts/open-vault.ts';
import type { Db } from '../../../src/platform/database/open-database.ts';
import { storeUsers } from '../../../src/platform/services/talent/store/store-users.ts';
import { connectUser } from './service-keys.ts';

/** Connects each identifier to the talent service, as the user `usr_<identifier>`. */
export async function connectTalentCallers(
  { config, db }: { config: Config; db: Db },
  identifiers: readonly string[],
): Promise<void> {
  const { connectionName, toolPrefix } = config.connections.talent;
  const accounts = createAccounts({ db, vault: await openVault(config.vault), now: () => new Date() });
  await createConnections(db).add({ name: connectionName, kind: 'talent', toolPrefix });
  for (const identifier of identifiers) {
    const userId = `usr_${identifier}`;
    await storeUsers(db, [{ id: userId, name: identifier }]);
    await connectUser({ db, accounts, service: 'talent', connectionName }, { identifier, userId });
  }
}
