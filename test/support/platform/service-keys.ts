import type { Db } from '../../../src/platform/database/open-database.ts';
import type { Accounts } from '../../../src/platform/accounts/accounts.ts';
import { createServiceKeys } from '../../../src/platform/services/keys/service-keys.ts';
import type { ConnectorKind } from '../../../src/tools/tool.ts';

/** What every program of a test encrypts tokens with, so that several over one database read each other's. */
export const testVaultKey = Buffer.alloc(32, 'vault').toString('base64');

export interface KeysOf {
  db: Db;
  service: ConnectorKind;
  now?: () => Date;
}

/** The keys of a service; their statements are not recorded where others are, for a test counts those of the tools. */
export const serviceKeys = ({ db, service, now = () => new Date() }: KeysOf) =>
  createServiceKeys({ db: db.withoutPlugins(), service, now });

/** Issues a personal key of a service's user and connects an identifier with it. */
export async function connectUser(
  { accounts, connectionName, ...keysOf }: KeysOf & { accounts: Accounts; connectionName: string },
  { identifier, userId }: { identifier: string; userId: string },
): Promise<void> {
  const token = await serviceKeys(keysOf).issuePersonal({ userId });
  await accounts.connect({ connectionName, identifier, token });
}
