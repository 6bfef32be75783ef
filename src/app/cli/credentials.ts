import { databaseTime } from '../../platform/database/database-clock.ts';
import { findUserId, type ListedKey, listKeys, revokeKey } from '../../platform/services/keys/key-register.ts';
import { generateOrganizationKey, createServiceKeys } from '../../platform/services/keys/service-keys.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';
import { secretHash } from '../../tools/rules/secret-hash.ts';
import type { ConnectorKind } from '../../tools/tool.ts';
import { accountName, openAccounts } from './accounts.ts';
import { counted, type PlatformData, type Report, table, quote } from './command.ts';
import { type Client, createClients } from '../../platform/accounts/clients.ts';

interface GenerateOptions {
  /** Id or email address. */
  user: string;
  expires?: Date;
  /** How many minutes the previous API key stays valid. */
  overlap?: number;
}

export const generateKey = (data: PlatformData, service: ConnectorKind, options: GenerateOptions): Promise<Report> =>
  service === 'talent' ? generatePersonalKey(data, options) : generateApiKey(data, options);

async function generatePersonalKey(data: PlatformData, { user, expires, overlap }: GenerateOptions): Promise<Report> {
  const service = 'talent';
  const now = await databaseTime(data.db);
  if (overlap !== undefined) {
    throw new OperatorError('--overlap is only for convo: a new talent key does not replace another one.');
  }
  const userId = await findUserId(data.db, { service, user });
  const key = await createServiceKeys({ ...data, service, now: () => now }).issuePersonal({
    userId,
    expiresAt: expires,
  });
  const facts = { service, purpose: 'personal', userId };
  data.audit('key generated', facts);
  return { record: { key, ...facts }, text: key, note: 'This personal key will not be shown again.' };
}

async function generateApiKey(data: PlatformData, { user, expires, overlap }: GenerateOptions): Promise<Report> {
  const now = await databaseTime(data.db);
  // Read the accounts first: if this fails, the previous key must stay valid.
  const accountsByKey = await readAccountsByKey(data);
  const { key, userId, organizationId, replaced } = await generateOrganizationKey(data.db, {
    user,
    expiresAt: expires,
    now,
    overlapMinutes: overlap,
  });
  const validUntil = replaced.find((previous) => previous.validUntil)?.validUntil;
  const previousRevoked = replaced.length > 0 && validUntil === undefined;
  const previousValidUntil = validUntil?.toISOString();
  const facts = { service: 'convo', purpose: 'api_key', userId, organizationId, previousRevoked, previousValidUntil };
  data.audit('key generated', facts);
  const accounts = replaced.flatMap(({ hash }) => accountsByKey.get(hash) ?? []);
  const lines = ['This API key of the organization will not be shown again.'];
  if (previousRevoked) lines.push('The previous key no longer works.');
  if (validUntil)
    lines.push(`The previous key ${validUntil > now ? 'works until' : 'expired at'} ${previousValidUntil}.`);
  return {
    record: { key, ...facts, accountsToReconnect: accounts },
    text: key,
    note: [...lines, ...reconnectLines(accounts)].join('\n'),
  };
}

export async function showKeys({ db }: Pick<PlatformData, 'db'>): Promise<Report> {
  const now = await databaseTime(db);
  const keys = (await listKeys(db)).map((key) => ({ ...key, status: statusOf(key, now) }));
  const rows = keys.map((key) => [key.id, key.service, key.purpose, key.userId, key.status, key.expiresAt]);
  return { record: { keys }, text: table(['ID', 'SERVICE', 'PURPOSE', 'USER', 'STATUS', 'EXPIRES'], rows) };
}

/** A superseded key still works until it expires. */
function statusOf({ expiresAt, revokedAt, supersededAt }: ListedKey, now: Date) {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return supersededAt === null ? 'active' : 'superseded';
}

export async function revokeStoredKey(data: PlatformData, id: string): Promise<Report> {
  const accountsByKey = await readAccountsByKey(data).catch((error: unknown): AccountsByKey => {
    // A leaked key must be revocable even if the vault cannot be opened.
    if (!(error instanceof OperatorError)) throw error;
    console.error(`Cannot determine which accounts use this key. ${error.message}`);
    return new Map();
  });
  const accounts = accountsByKey.get(await revokeKey(data.db, { id, now: await databaseTime(data.db) })) ?? [];
  data.audit('key revoked', { keyId: id });
  return {
    record: { revoked: id, accountsToReconnect: accounts },
    text: [`Revoked the key ${id}.`, ...reconnectLines(accounts)].join('\n'),
  };
}

/** Connected accounts, by the hash of the service key that they use as their token. */
type AccountsByKey = Map<string, ReturnType<typeof accountName>[]>;

/** @throws OperatorError if the vault cannot be opened */
async function readAccountsByKey(data: PlatformData): Promise<AccountsByKey> {
  const byKey: AccountsByKey = new Map();
  for (const { account, ...owner } of await (await openAccounts(data)).list()) {
    if (account.state !== 'ready') continue;
    const hash = secretHash(account.token);
    byKey.set(hash, [...(byKey.get(hash) ?? []), accountName(owner)]);
  }
  return byKey;
}

function reconnectLines(accounts: readonly ReturnType<typeof accountName>[]): string[] {
  if (accounts.length === 0) return [];
  return [
    `${counted(accounts.length, 'account')} used it. Write the new key to a file, then run:`,
    ...accounts.map(
      ({ connection, identifier }) =>
        `  npm run cli -- accounts connect ${shellWord(connection)} ${shellWord(identifier)} --token-file <file>`,
    ),
  ];
}

const shellWord = (text: string) => (/^[\w.@:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);

export async function listClients({ db }: PlatformData): Promise<Report> {
  const clients = (await createClients(db).list()).map(withStatus);
  const rows = clients.map(({ clientId, name, status, createdAt }) => [clientId, name, status, createdAt]);
  return { record: { clients }, text: table(['ID', 'NAME', 'STATUS', 'CREATED'], rows) };
}

export async function addClient({ db, audit }: PlatformData, name: string): Promise<Report> {
  const { client, secret } = await createClients(db).add(name);
  audit('client added', { clientId: client.clientId, name });
  const lines = [`PLATFORM_CLIENT_ID=${client.clientId}`, `PLATFORM_CLIENT_SECRET=${secret}`];
  return {
    record: { client: withStatus(client), secret },
    text: lines.join('\n'),
    note: `Added the client ${quote(name)}. Its secret will not be shown again.`,
  };
}

export async function revokeClient({ db, audit }: PlatformData, clientId: string): Promise<Report> {
  const client = await createClients(db).revoke(clientId);
  if (!client) throw new OperatorError(`No client has the id ${quote(clientId)}.`);
  audit('client revoked', { clientId, name: client.name });
  return { record: { client: withStatus(client) }, text: `Revoked the client ${clientId}.` };
}

const withStatus = (client: Client) => ({ ...client, status: client.revokedAt ? 'revoked' : 'active' });
