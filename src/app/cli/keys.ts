import type { Command } from 'commander';
import { databaseTime } from '../../platform/database/database-clock.ts';
import { type ListedKey, listKeys, revokeKey, userIdsOf } from '../../platform/services/keys/key-register.ts';
import { type GeneratedKey, generateOrganizationKey } from '../../platform/services/keys/organization-key.ts';
import { createServiceKeys } from '../../platform/services/keys/service-keys.ts';
import type { ConnectorKind } from '../../tools/tool.ts';
import { futureTime, overlapMinutes, serviceKind } from './argument-values.ts';
import { commandGroup, databaseCommand, type PlatformData, quote, type Report, table } from './command.ts';
import { type AccountsByKey, readAccountsByKey, reconnectLines } from './accounts/stored-accounts.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';

export function keysCommand(): Command {
  const list = databaseCommand('list', 'List all keys. They are stored as hashes and cannot be shown.', showKeys);
  const generate = databaseCommand(
    'generate',
    'Generate a key and print it once. For convo this is the API key of the organization: an Admin or Owner must ' +
      'generate it, and the previous key stops working immediately, unless --overlap is given. For talent it is a ' +
      'personal key.',
    generateKey,
  )
    .argument('<service>', 'talent or convo', serviceKind)
    .requiredOption('--user <user>', 'id or email address of the user who generates the key')
    .option('--expires <time>', 'when the key expires, such as 2027-01-31', futureTime)
    .option('--overlap <minutes>', 'for convo: how long the previous key stays valid', overlapMinutes);
  const revoke = databaseCommand('revoke', 'Revoke a key. It stops working immediately.', revokeStoredKey).argument(
    '<id>',
    'key id from "keys list"',
  );
  return commandGroup('keys', 'Manage the keys that authenticate callers to the services.', [list, generate, revoke]);
}

interface GenerateOptions {
  /** Id or email address. */
  user: string;
  expires?: Date;
  /** How many minutes the previous API key stays valid. */
  overlap?: number;
}

export async function generateKey(
  data: PlatformData,
  service: ConnectorKind,
  { user, expires, overlap }: GenerateOptions,
): Promise<Report> {
  const userId = await findUserId(data, { service, user });
  const owner = { userId, expiresAt: expires };
  const time = await databaseTime(data.db);
  if (service === 'talent') {
    if (overlap !== undefined) {
      throw new OperatorError('--overlap is only for convo: a new talent key does not replace another one.');
    }
    const key = await createServiceKeys({ db: data.db, service, now: () => time }).issuePersonal(owner);
    data.audit('key generated', { service, purpose: 'personal', userId });
    const note = 'This personal key will not be shown again.';
    return { record: { key, service, purpose: 'personal', userId }, text: key, note };
  }
  const accountsByKey = await readAccountsByKey(data);
  const generated = await generateOrganizationKey(data.db, { ...owner, now: time, overlapMinutes: overlap });
  if ('refused' in generated) throw rejection(user, generated);
  const { key, organizationId, replaced } = generated;
  const validUntil = replaced.find((previous) => previous.validUntil)?.validUntil;
  const previousRevoked = replaced.length > 0 && validUntil === undefined;
  const previousValidUntil = validUntil?.toISOString();
  const facts = { service, purpose: 'api_key', userId, organizationId, previousRevoked, previousValidUntil };
  data.audit('key generated', facts);
  const accounts = replaced.flatMap(({ hash }) => accountsByKey.get(hash) ?? []);
  const lines = ['This API key of the organization will not be shown again.'];
  if (previousRevoked) lines.push('The previous key no longer works.');
  if (validUntil)
    lines.push(`The previous key ${validUntil > time ? 'works until' : 'expired at'} ${previousValidUntil}.`);
  return {
    record: { key, ...facts, accountsToReconnect: accounts },
    text: key,
    note: [...lines, ...reconnectLines(accounts)].join('\n'),
  };
}

async function findUserId({ db }: PlatformData, wanted: { service: ConnectorKind; user: string }): Promise<string> {
  const [id, ...others] = await userIdsOf(db, wanted);
  if (id === undefined) throw unknownUser(wanted.user);
  if (others.length === 0) return id;
  const ids = [id, ...others].join(', ');
  throw new OperatorError(`Several users have the address ${quote(wanted.user)}: ${ids}. Pass one of these ids.`);
}

const unknownUser = (user: string) =>
  new OperatorError(`No user of this service has the id or address ${quote(user)}.`);

function rejection(user: string, generated: Exclude<GeneratedKey, { key: string }>) {
  if (generated.refused === 'unknown user') return unknownUser(user);
  if (generated.refused === 'status') {
    return new OperatorError(
      `Only an active user can generate the API key. The status of ${quote(user)} is ${quote(generated.status)}.`,
    );
  }
  const role = generated.role === null ? 'has no role' : `has the role ${quote(generated.role)}`;
  return new OperatorError(`Only an Admin or Owner can generate the API key. ${quote(user)} ${role}.`);
}

export async function showKeys({ db }: Pick<PlatformData, 'db'>): Promise<Report> {
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
  return { record: { keys }, text };
}

type KeyTimes = Pick<ListedKey, 'expiresAt' | 'revokedAt' | 'supersededAt'>;

/** A superseded key still works until it expires. */
function statusOf({ expiresAt, revokedAt, supersededAt }: KeyTimes, now: Date) {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return supersededAt === null ? 'active' : 'superseded';
}

export async function revokeStoredKey(data: PlatformData, id: string): Promise<Report> {
  const accountsByKey = await readAccountsByKey(data).catch(warn);
  const time = await databaseTime(data.db);
  const revoked = await revokeKey(data.db, { id, now: time });
  if ('refused' in revoked) {
    throw new OperatorError(
      revoked.refused === 'unknown' ? `No key has the id ${quote(id)}.` : `The key ${quote(id)} is already revoked.`,
    );
  }
  data.audit('key revoked', { keyId: id });
  const accounts = accountsByKey.get(revoked.hash) ?? [];
  return {
    record: { revoked: id, accountsToReconnect: accounts },
    text: [`Revoked the key ${id}.`, ...reconnectLines(accounts)].join('\n'),
  };
}

/** Prints a warning instead of failing: a leaked key must be revocable even if the vault cannot be opened. */
function warn(error: unknown): AccountsByKey {
  if (!(error instanceof OperatorError)) throw error;
  console.error(`Cannot determine which accounts use this key. ${error.message}`);
  return new Map();
}
