import { type ListedKey, listKeys } from '../../platform/services/keys/key-register.ts';
import { report, type ReportOptions, table } from '../report.ts';
import type { PlatformData } from '../with-database.ts';

export async function showKeys({ db }: PlatformData, options: ReportOptions): Promise<void> {
  const listed = await listKeys(db);
  const keys = listed.map(({ createdAt, expiresAt, revokedAt, ...key }) => ({
    ...key,
    status: statusOf({ expiresAt, revokedAt }),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  }));
  const rows = keys.map((key) => [key.id, key.service, key.purpose, key.userId, key.status, key.expiresAt ?? '']);
  await report(options, {
    record: { keys },
    text: table(['ID', 'SERVICE', 'PURPOSE', 'USER', 'STATUS', 'EXPIRES'], rows),
  });
}

function statusOf({ expiresAt, revokedAt }: Pick<ListedKey, 'expiresAt' | 'revokedAt'>) {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= new Date() ? 'expired' : 'active';
}
