import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { createAccounts } from '../../../platform/accounts/accounts.ts';
import { createConnections } from '../../../platform/accounts/connections.ts';
import { openCheckedVault } from '../../../platform/accounts/open-vault.ts';
import { createServiceKeys } from '../../../platform/services/keys/service-keys.ts';
import { PlatformError } from '../../../tools/errors/platform-error.ts';
import { type PlatformData, quote, type Report } from '../command.ts';
import { unknownConnection } from '../connections.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';

interface ConnectOptions {
  tokenFile?: string;
  pending?: boolean;
  expires?: Date;
}

const now = () => new Date();

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
  const status = pending ? 'pending' : 'active';
  audit('account connected', { connection: connectionName, identifier, status });
  return {
    record: { account: { connection: connectionName, identifier, status, expiresAt: expires?.toISOString() ?? null } },
    text: `Connected ${quote(identifier)} to ${quote(connectionName)}${pending ? ', pending a token' : ''}.`,
  };
}

function rejectToken(error: unknown): never {
  if (!(error instanceof PlatformError)) throw error;
  throw new OperatorError('The token is unknown, revoked or expired. Nothing was changed.');
}

const tokenPattern = /^[\x21-\x7e]{1,4096}$/;

/** Reads a token from a file or standard input; an argument would be visible in `ps` and the shell history. */
async function readToken(file: string | undefined): Promise<string> {
  const token = (file === undefined ? await readInput() : await readTokenFile(file)).trim();
  if (tokenPattern.test(token)) return token;
  const source = file ?? 'Standard input';
  throw new OperatorError(`${source} does not contain a token: one line of 1 to 4096 visible ASCII characters.`);
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Token (end with Ctrl-D): ');
  return text(process.stdin);
}

async function readTokenFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new OperatorError(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
