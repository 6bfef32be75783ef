import { createAccounts } from '../../platform/accounts/accounts.ts';
import { createConnections } from '../../platform/accounts/connections.ts';
import { openCheckedVault } from '../../platform/accounts/open-vault.ts';
import { createServiceKeys } from '../../platform/services/keys/service-keys.ts';
import { PlatformError } from '../../tools/platform-error.ts';
import { CommandError } from '../command-error.ts';
import { noConnection } from '../connections.ts';
import { readToken } from './read-token.ts';
import { report, type ReportOptions } from '../report.ts';
import type { PlatformData } from '../with-database.ts';

/** The options of `accounts connect`. */
export interface ConnectOptions extends ReportOptions {
  tokenFile?: string;
  pending?: boolean;
  expires?: Date;
}

const now = () => new Date();

export async function connectAccount(
  { config, db }: PlatformData,
  {
    connectionName,
    identifier,
    tokenFile,
    pending,
    expires,
    ...options
  }: ConnectOptions & Record<'connectionName' | 'identifier', string>,
): Promise<void> {
  if (pending && (tokenFile !== undefined || expires)) {
    throw new CommandError('--pending is without a token: it goes with neither --token-file nor --expires.');
  }
  const connection = await createConnections(db).find(connectionName);
  if (!connection) throw noConnection(connectionName);
  const token = pending ? undefined : await readToken(tokenFile);
  if (token !== undefined)
    await createServiceKeys({ db, service: connection.kind, now }).authenticate(token).catch(refuse);
  const vault = await openCheckedVault(config, db);
  await createAccounts({ db, vault, now }).connect({ connectionName, identifier, token, expiresAt: expires });
  const status = pending ? 'pending' : 'active';
  const done = pending ? 'waits for its token' : 'is connected';
  await report(options, {
    record: { account: { connection: connectionName, identifier, status, expiresAt: expires?.toISOString() ?? null } },
    text: `The account of ${JSON.stringify(identifier)} on ${JSON.stringify(connectionName)} ${done}.`,
  });
}

function refuse(error: unknown): never {
  if (!(error instanceof PlatformError)) throw error;
  throw new CommandError(
    'The service does not know this token, or it was revoked or has expired; nothing was changed.',
  );
}
