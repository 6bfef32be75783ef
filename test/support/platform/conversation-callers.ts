import type { Config } from '../../../src/app/config/config.ts';
import { createAccounts } from '../../../src/platform/accounts/accounts.ts';
import { createConnections } from '../../../src/platform/accounts/connections.ts';
import { openVault } from '../../../src/platform/accounts/open-vault.ts';
import type { Db } from '../../../src/platform/database/open-database.ts';
import { storeUsers, userIdOf } from '../../../src/platform/services/conversation/store/store-users.ts';
import { connectUser } from './service-keys.ts';

/**
 * Connects each identifier to the conversation service, as a separate user of the default
 * organization with the address `<identifier>@example.com`.
 */
export async function connectConversationCallers(
  { config, db }: { config: Config; db: Db },
  identifiers: readonly string[],
): Promise<void> {
  const { connectionName, toolPrefix } = config.connections.convo;
  const now = () => new Date();
  const accounts = createAccounts({ db, vault: await openVault(config.vault), now });
  await createConnections(db).add({ name: connectionName, kind: 'convo', toolPrefix });
  for (const identifier of identifiers) {
    const userId = userIdOf(identifier);
    await storeUsers(db, [{ id: userId, name: identifier, email: `${identifier}@example.com` }]);
    await connectUser({ db, accounts, service: 'convo', connectionName, now }, { identifier, userId });
  }
}
