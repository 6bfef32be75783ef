import type { Command } from 'commander';
import { databaseTime } from '../../../platform/database/database-clock.ts';
import { type ListedKey, listKeys, revokeKey } from '../../../platform/services/keys/key-register.ts';
import type { ConnectorKind } from '../../../tools/tool.ts';
import { futureTime, overlapMinutes, serviceKind } from '../argument-values.ts';
import {
  commandGroup,
  type PlatformData,
  quote,
  report,
  reportingCommand,
  type ReportOptions,
  table,
  withDatabase,
} from '../command.ts';
import { type AccountsByKey, readAccountsByKey, reconnectLines } from './accounts-by-key.ts';
import { generateKey, type GenerateOptions } from './generate-key.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';

export function keysCommand(): Command {
  const list = reportingCommand('list', 'List all keys. They are stored as hashes and cannot be shown.').action(
    (options: ReportOptions) => withDatabase((data) => showKeys(data, options)),
  );
  const generate = reportingCommand(
    'generate',
    'Generate a key and print it once. For convo this is the API key of the organization: an Admin or Owner must ' +
      'generate it, and the previous key stops working immediately, unless --overlap is given. For talent it is a ' +
      'personal key.',
  )
    .argument('<service>', 'talent or convo', serviceKind)
    .requiredOption('--user <user>', 'id or email address of the user who generates the key')
    .option('--expires <time>', 'when the key expires, such as 2027-01-31', futureTime)
    .option('--overlap <minutes>', 'for convo: how long the previous key stays valid', overlapMinutes)
    .action((service: ConnectorKind, options: GenerateOptions) =>
      withDatabase((data) => generateKey(data, { service, ...options })),
    );
  const revoke = reportingCommand('revoke', 'Revoke a key. It stops working immediately.')
    .argument('<id>', 'key id from "keys list"')
    .action((id: string, options: ReportOptions) => withDatabase((data) => revokeStoredKey(data, { id, ...options })));
  return commandGroup('keys', 'Manage the keys that authenticate callers to the services.', [list, generate, revoke]);
}

export async function showKeys({ db }: Pick<PlatformData, 'db'>, options: ReportOptions): Promise<void> {
  const listed = await listKeys(db);
  const now = await databaseTime(db);
  const keys = listed.map(({ createdAt, expiresAt, revokedAt, supersededAt, ...key }) => ({
    ...key,
    status: statusOf({ expiresAt, revokedAt, supersededAt }, now),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    supersededAt: supersededAt?.toISOString() ?? null,
  }));
  const rows = keys.map((key) => [key.id, key.service, key.purpose, key.userId, key.status, key.expiresAt ?? '']);
  const text = table(['ID', 'SERVICE', 'PURPOSE', 'USER', 'STATUS', 'EXPIRES'], rows);
  await report(options, { record: { keys }, text });
}

type KeyTimes = Pick<ListedKey, 'expiresAt' | 'revokedAt' | 'supersededAt'>;

/** Returns the status of a key. A superseded key still works until it expires. */
function statusOf({ expiresAt, revokedAt, supersededAt }: KeyTimes, now: Date) {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return supersededAt === null ? 'active' : 'superseded';
}

export async function revokeStoredKey(
  data: PlatformData,
  { id, ...options }: ReportOptions & { id: string },
): Promise<void> {
  const accountsByKey = await readAccountsByKey(data).catch(warn);
  const time = await databaseTime(data.db);
  const revoked = await revokeKey(data.db, { id, now: () => time });
  if ('refused' in revoked) {
    throw new OperatorError(
      revoked.refused === 'unknown' ? `No key has the id ${quote(id)}.` : `The key ${quote(id)} is already revoked.`,
    );
  }
  data.audit('key revoked', { keyId: id });
  const accounts = accountsByKey.get(revoked.hash) ?? [];
  await report(options, {
    record: { revoked: id, accountsToReconnect: accounts },
    text: [`Revoked the key ${id}.`, ...reconnectLines(accounts)].join('\n'),
  });
}

/** Prints a warning instead of failing: a leaked key must be revocable even if the vault cannot be opened. */
function warn(error: unknown): AccountsByKey {
  if (!(error instanceof OperatorError)) throw error;
  console.error(`Cannot determine which accounts use this key. ${error.message}`);
  return new Map();
}
