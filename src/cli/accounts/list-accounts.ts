import { createAccounts, type ListedAccount } from '../../platform/accounts/accounts.ts';
import { openVault } from '../../platform/accounts/open-vault.ts';
import { createServiceKeys } from '../../platform/services/keys/service-keys.ts';
import { report, type ReportOptions, table } from '../report.ts';
import type { PlatformData } from '../with-database.ts';

const now = () => new Date();

export async function listAccounts({ config, db }: PlatformData, options: ReportOptions): Promise<void> {
  const listed = await createAccounts({ db, vault: await openVault(config.vault), now }).list();
  const accounts = await Promise.all(
    listed.map(async (one) => ({
      connection: one.connectionName,
      identifier: one.identifier,
      status: await statusOf(db, one),
      expiresAt: one.expiresAt?.toISOString() ?? null,
      createdAt: one.createdAt.toISOString(),
      updatedAt: one.updatedAt.toISOString(),
    })),
  );
  const rows = accounts.map((one) => [one.connection, one.identifier, one.status, one.expiresAt ?? '']);
  await report(options, { record: { accounts }, text: table(['CONNECTION', 'IDENTIFIER', 'STATUS', 'EXPIRES'], rows) });
}

/** `refused`: the service does not take the token any more. */
async function statusOf(
  db: PlatformData['db'],
  { account, kind }: ListedAccount,
): Promise<'active' | 'refused' | 'pending' | 'expired' | 'unreadable'> {
  if (account.state !== 'ready') return account.state;
  const keys = createServiceKeys({ db, service: kind, now });
  return keys.authenticate(account.token).then(
    () => 'active',
    () => 'refused',
  );
}
