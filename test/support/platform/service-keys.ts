import type { Db } from '../../../src/platform/database/open-database.ts';
import type { Accounts } from '../../../src/platform/accounts/accounts.ts';
import { createServiceKeys } from '../../../src/platform/services/keys/service-keys.ts';
import type { ConnectorKind } from '../../../src/tools/tool.ts';

/** The vault key of all programs of a test, so that programs on one database can read each other's tokens. */
export const testVaultKey = Buffer.alloc(32, 'vault').toString('base64');

export interface KeysOf {
  db: Db;
  service: ConnectorKind;
  now?: () => Date;
}

/** The keys of a service. Their statements are not recorded, because tests count the statements of tools. */
export const serviceKeys = ({ db, service, now = () => new Date() }: KeysOf) =>
  createServiceKeys({ db: db.withoutPlugins(), service, now });

/** Connects an identifier with a new personal key of a user. */
export async function connectUser(
  { accounts, connectionName, ...keysOf }: KeysOf & { accounts: Accounts; connectionName: string },
  { identifier, userId }: { identifier: string; userId: string },
): Promise<void> {
  const token = await serviceKeys(keysOf).issuePersonal({ userId });
  await accounts.connect({ connectionName, identifier, token });
}
