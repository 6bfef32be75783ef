import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Accounts, createAccounts, type ListedAccount } from '../../platform/accounts/accounts.ts';
import { createConnections } from '../../platform/accounts/connections.ts';
import { openCheckedVault, openVault } from '../../platform/accounts/open-vault.ts';
import type { TokenOwner } from '../../platform/accounts/vault.ts';
import { rotateTokens } from '../../platform/accounts/rotate-tokens.ts';
import { createServiceKeys } from '../../platform/services/keys/service-keys.ts';
import { OperatorError, reasonOf } from '../../tools/errors/operator-error.ts';
import { PlatformError } from '../../tools/errors/platform-error.ts';
import { counted, type PlatformData, quote, type Report, table } from './command.ts';
import { unknownConnection } from './connections.ts';

const now = () => new Date();

/** Opens the accounts without creating a vault key file. @throws OperatorError if the vault cannot be opened */
export const openAccounts = async ({ config, db }: PlatformData) =>
  createAccounts({ db, vault: await openVault(config.vault), now });

export async function listAccounts(data: PlatformData): Promise<Report> {
  const listed = await (await openAccounts(data)).list();
  const accounts = await Promise.all(
    listed.map(async ({ connectionName: connection, kind, account, ...fields }) => ({
      connection,
      ...fields,
      status: await statusOf(data, { account, kind }),
    })),
  );
  const rows = accounts.map((account) => [account.connection, account.identifier, account.status, account.expiresAt]);
  return { record: { accounts }, text: table(['CONNECTION', 'IDENTIFIER', 'STATUS', 'EXPIRES'], rows) };
}

/** `refused` means that the service no longer accepts the token. */
async function statusOf({ db }: PlatformData, { account, kind }: Pick<ListedAccount, 'account' | 'kind'>) {
  if (account.state !== 'ready') return account.state;
  return createServiceKeys({ db, service: kind, now })
    .authenticate(account.token)
    .then(
      () => 'active',
      (error: unknown) => {
        if (isRefused(error)) return 'refused';
        throw error;
      },
    );
}

/** Whether the service does not accept the token. Other errors, such as those of the database, say nothing about it. */
const isRefused = (error: unknown) => error instanceof PlatformError && error.code === 'CONNECTION_EXPIRED';

interface ConnectOptions {
  tokenFile?: string;
  pending?: boolean;
  expires?: Date;
}

export async function connectAccount(
  { config, db, audit }: PlatformData,
  connectionName: string,
  identifier: string,
  { tokenFile, pending, expires }: ConnectOptions,
): Promise<Report> {
  if (pending && (tokenFile !== undefined || expires)) {
    throw new OperatorError('--pending cannot be combined with --token-file or --expires.');
  }
  const connection = await createConnections(db).find(connectionName);
  if (!connection) throw await unknownConnection(db, connectionName);
  const token = pending ? undefined : await readToken(tokenFile);
  if (token !== undefined)
    await createServiceKeys({ db, service: connection.kind, now }).authenticate(token).catch(rejectToken);
  const vault = await openCheckedVault(config, db);
  await createAccounts({ db, vault, now }).connect({ connectionName, identifier, token, expiresAt: expires });
  const account = { connection: connectionName, identifier, status: pending ? 'pending' : 'active' };
  audit('account connected', account);
  return {
    record: { account: { ...account, expiresAt: expires ?? null } },
    text: `Connected ${quote(identifier)} to ${quote(connectionName)}${pending ? ', pending a token' : ''}.`,
  };
}

function rejectToken(error: unknown): never {
  if (!isRefused(error)) throw error;
  throw new OperatorError('The token is unknown, revoked or expired. Nothing was changed.');
}

/** Reads a token from a file or standard input; an argument would be visible in `ps` and the shell history. */
async function readToken(file: string | undefined): Promise<string> {
  if (file === undefined && process.stdin.isTTY) process.stderr.write('Token (end with Ctrl-D): ');
  const content = await (file === undefined ? text(process.stdin) : readFile(file, 'utf8')).catch((error: unknown) => {
    throw new OperatorError(`Cannot read ${file ?? 'standard input'}: ${reasonOf(error)}.`);
  });
  const token = content.trim();
  if (/^[\x21-\x7e]{1,4096}$/.test(token)) return token;
  const source = file ?? 'Standard input';
  throw new OperatorError(`${source} does not contain a token: one line of 1 to 4096 visible ASCII characters.`);
}

export interface DisconnectOptions {
  unreadable?: boolean;
  /** Number of unreadable accounts that the user expects to be removed. If omitted, none of them is removed. */
  yes?: number;
}

/** Removes the named account or, without names, all accounts whose tokens cannot be decrypted. */
export const disconnect = (
  data: PlatformData,
  connection: string | undefined,
  identifier: string | undefined,
  { yes }: DisconnectOptions,
): Promise<Report> =>
  connection !== undefined && identifier !== undefined
    ? disconnectNamed(data, connection, identifier)
    : disconnectUnreadable(data, yes);

async function disconnectNamed(data: PlatformData, connection: string, identifier: string): Promise<Report> {
  const accounts = await openAccounts(data);
  const isRemoved = await removeAccount(data, accounts, { connectionName: connection, identifier });
  if (!isRemoved) {
    throw new OperatorError(`${quote(identifier)} has no account on ${quote(connection)}. Names must match exactly.`);
  }
  return {
    record: { disconnected: [{ connection, identifier }] },
    text: `Disconnected ${quote(identifier)} from ${quote(connection)}.`,
  };
}

/** @throws OperatorError if no token is readable, or `confirmedCount` is not the number of accounts to remove */
async function disconnectUnreadable(data: PlatformData, confirmedCount: number | undefined): Promise<Report> {
  const accounts = await openAccounts(data);
  const states = Map.groupBy(await accounts.list(), ({ account }) => account.state);
  const unreadable = states.get('unreadable') ?? [];
  if (unreadable.length > 0 && !states.has('ready')) {
    throw new OperatorError(
      `None of the tokens (${unreadable.length}) can be decrypted. Nothing was changed. Set VAULT_KEY, ` +
        'VAULT_PREVIOUS_KEYS and DATA_DIR to the values that the platform uses. If the keys are lost, disconnect ' +
        'each account by its connection and identifier.',
    );
  }
  if (unreadable.length > 0 && confirmedCount !== unreadable.length) {
    throw new OperatorError(
      `Accounts whose tokens cannot be decrypted: ${unreadable.length}. Nothing was changed. ` +
        `Use --yes ${unreadable.length} to remove them.`,
    );
  }
  for (const account of unreadable) await removeAccount(data, accounts, account);
  return {
    record: { disconnected: unreadable.map(accountName) },
    text: `Removed accounts whose tokens could not be decrypted: ${unreadable.length}.`,
  };
}

async function removeAccount({ audit }: PlatformData, accounts: Accounts, owner: TokenOwner): Promise<boolean> {
  const isRemoved = await accounts.disconnect(owner);
  if (isRemoved) audit('account disconnected', accountName(owner));
  return isRemoved;
}

/** The name of an account in reports. */
export const accountName = ({ connectionName, identifier }: TokenOwner) => ({
  connection: connectionName,
  identifier,
});

export async function rotateVault({ config, db, audit }: PlatformData): Promise<Report> {
  const { vault } = config;
  const { encrypted, madeKey, unreadable, webhooks } = await rotateTokens(db, vault);
  if (encrypted + webhooks.encrypted > 0 || madeKey) {
    const subject = { accounts: encrypted, webhookSecrets: webhooks.encrypted, newKey: madeKey };
    audit('account tokens encrypted again', subject);
  }
  const key = vault.key ? 'VAULT_KEY' : `the ${madeKey ? 'new' : 'newest'} key in ${vault.file}`;
  const previous = vault.key
    ? 'Once every node uses this VAULT_KEY, VAULT_PREVIOUS_KEYS can be removed.'
    : 'The file retains earlier keys, which backups may need.';
  const lost = unreadable.map(accountName);
  if (lost.length > 0)
    console.error(`The tokens of these accounts cannot be decrypted; connect them again: ${JSON.stringify(lost)}.`);
  if (webhooks.unreadable.length > 0) {
    const ids = webhooks.unreadable.join(', ');
    console.error(`The secrets of these webhooks cannot be decrypted; run webhooks rotate --lost for each: ${ids}.`);
  }
  if (lost.length + webhooks.unreadable.length > 0) process.exitCode = 1;
  return {
    record: { encrypted, madeKey, unreadable: lost, webhooks },
    text: `Encrypted ${counted(encrypted, 'token')} and ${counted(webhooks.encrypted, 'webhook secret')} with ${key}.\n${previous}`,
  };
}
