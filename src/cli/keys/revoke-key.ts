import { revokeKey } from '../../platform/services/keys/key-register.ts';
import { VaultError } from '../../platform/accounts/vault-error.ts';
import { CommandError } from '../command-error.ts';
import { type KeyUsers, ownerRecord, readKeyUsers, reconnectLines } from './key-users.ts';
import { report, type ReportOptions } from '../report.ts';
import type { PlatformData } from '../with-database.ts';

export async function revoke(data: PlatformData, { id, ...options }: ReportOptions & { id: string }): Promise<void> {
  const usersOf = await readKeyUsers(data).catch(warn);
  const revoked = await revokeKey(data.db, { id, now: () => new Date() });
  if ('refused' in revoked) {
    const reason = revoked.refused === 'unknown' ? 'There is no key with the id' : 'Revoked already is the key';
    throw new CommandError(`${reason} ${JSON.stringify(id)}.`);
  }
  const owners = usersOf(revoked.hash);
  await report(options, {
    record: { revoked: id, accountsToReconnect: owners.map(ownerRecord) },
    text: [`The key ${id} is invalid.`, ...reconnectLines(owners)].join('\n'),
  });
}

/** A key that leaked has to go, also where the vault cannot be opened. */
function warn(error: unknown): KeyUsers {
  if (!(error instanceof VaultError)) throw error;
  console.error(`Which accounts used the key cannot be told. ${error.message}`);
  return () => [];
}
