import { revokeKey } from '../services/keys/key-register.ts';
import { CommandError } from './command-error.ts';
import { accountsWithKey, ownerRecord, reconnectLines } from './key-users.ts';
import { report, type ReportOptions } from './report.ts';
import type { PlatformData } from './with-database.ts';

export async function revoke(data: PlatformData, { id, ...options }: ReportOptions & { id: string }): Promise<void> {
  const revoked = await revokeKey(data.db, { id, now: () => new Date() });
  if ('refused' in revoked) {
    const reason = revoked.refused === 'unknown' ? 'There is no key with the id' : 'Revoked already is the key';
    throw new CommandError(`${reason} ${JSON.stringify(id)}.`);
  }
  const owners = await accountsWithKey(data, revoked.hash);
  report(options, {
    record: { revoked: id, accountsToReconnect: owners.map(ownerRecord) },
    text: [`The key ${id} is invalid.`, ...reconnectLines(owners)].join('\n'),
  });
}
