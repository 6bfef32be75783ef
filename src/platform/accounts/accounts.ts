import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { mergeReads } from '../database/pools/merge-reads.ts';
import type { Tables } from '../database/tables/tables.ts';
import type { Connection } from './connections.ts';
import { PlatformError } from '../../tools/errors/platform-error.ts';
import type { TokenOwner, Vault } from './vault.ts';

/** `pending` until there is a token, `expired` after `expiresAt`, `unreadable` if the token cannot be decrypted. */
type AccountState =
  | { state: 'ready'; token: string; version: string }
  | { state: 'pending' | 'expired' | 'unreadable' };

interface NewAccount extends TokenOwner {
  /** When omitted, the account is `pending`. */
  token?: string | undefined;
  /** When omitted, the token is used until the service rejects it. */
  expiresAt?: Date | undefined;
  /** Accounts of the development identity are deleted when authentication is turned on. */
  forDevelopment?: boolean;
}

export type Accounts = ReturnType<typeof createAccounts>;

export type ListedAccount = Awaited<ReturnType<Accounts['list']>>[number];

/** An account stores the encrypted token with which one user calls the tools of one connection. */
export function createAccounts({ db, vault, now }: { db: Kysely<Tables>; vault: Vault; now: () => Date }) {
  const findStored = mergeReads(async (identifiers: string[], connectionName) => {
    const rows = await db
      .selectFrom('connections as connection')
      .leftJoin('connected_accounts as account', (join) =>
        join
          .onRef('account.connection_name', '=', 'connection.name')
          .on('account.identifier', '=', (eb) => eb.fn.any(eb.val(identifiers))),
      )
      .select(['connection.name', 'connection.kind', 'connection.tool_prefix as toolPrefix'])
      .select(['account.identifier', 'account.token_key_id', 'account.sealed_token', 'account.expires_at'])
      .where('connection.name', '=', connectionName)
      .execute();
    const [first] = rows;
    if (!first) return () => undefined;
    const { name, kind, toolPrefix } = first;
    const byIdentifier = new Map(rows.map((row) => [row.identifier, row]));
    return (identifier) => ({ connection: { name, kind, toolPrefix }, stored: byIdentifier.get(identifier) });
  });

  return {
    /**
     * Finds a connection and its account. Calls in the same iteration of the event loop share one SQL statement;
     * nothing is cached.
     * @returns undefined when no connection has exactly this name
     */
    async find(owner: TokenOwner): Promise<FoundAccount | undefined> {
      const found = await findStored({ scope: owner.connectionName, key: owner.identifier });
      if (!found) return undefined;
      const { connection, stored } = found;
      return { connection, account: stored ? await stateOf(stored, owner) : { state: 'absent' } };
    },
    /** Adds an account, or replaces the token and the expiry time of an existing account. */
    async connect({ connectionName, identifier, token, expiresAt, forDevelopment = false }: NewAccount) {
      const sealed = token === undefined ? undefined : vault.seal(token, { connectionName, identifier });
      const columns = {
        token_key_id: sealed?.keyId ?? null,
        sealed_token: sealed?.sealed ?? null,
        expires_at: expiresAt ?? null,
        updated_at: now(),
        for_development: forDevelopment,
      };
      await db
        .insertInto('connected_accounts')
        .values({ connection_name: connectionName, identifier, created_at: now(), ...columns })
        .onConflict((conflict) => conflict.columns(['connection_name', 'identifier']).doUpdateSet(columns))
        .execute();
    },
    /** @returns whether the account existed */
    async disconnect({ connectionName, identifier }: TokenOwner) {
      const row = await db
        .deleteFrom('connected_accounts')
        .where('connection_name', '=', connectionName)
        .where('identifier', '=', identifier)
        .returning('identifier')
        .executeTakeFirst();
      return row !== undefined;
    },
    disconnectDevelopment: (): Promise<TokenOwner[]> =>
      db
        .deleteFrom('connected_accounts')
        .where('for_development', '=', true)
        .returning(['connection_name as connectionName', 'identifier'])
        .execute(),
    /** Lists the accounts, sorted by connection name and identifier. */
    async list() {
      const rows = await db
        .selectFrom('connected_accounts as account')
        .innerJoin('connections as connection', 'connection.name', 'account.connection_name')
        .selectAll('account')
        .select('connection.kind')
        .orderBy(sql`account.connection_name collate "C", account.identifier collate "C"`)
        .execute();
      return Promise.all(
        rows.map(async (row) => {
          const owner = { connectionName: row.connection_name, identifier: row.identifier };
          const times = { createdAt: row.created_at, updatedAt: row.updated_at, expiresAt: row.expires_at };
          return { ...owner, kind: row.kind, account: await stateOf(row, owner), ...times };
        }),
      );
    },
  };

  async function stateOf(row: StoredToken, owner: TokenOwner): Promise<AccountState> {
    if (row.token_key_id === null || row.sealed_token === null) return { state: 'pending' };
    if (row.expires_at !== null && row.expires_at <= now()) return { state: 'expired' };
    const token = await vault.open({ keyId: row.token_key_id, sealed: row.sealed_token }, owner);
    if (token === undefined) return { state: 'unreadable' };
    // Each sealing has a random nonce, so connecting an account again changes the hash even if the token is the same.
    return { state: 'ready', token, version: hash('sha256', row.sealed_token, 'base64url') };
  }
}

type StoredToken = Pick<Tables['connected_accounts'], 'token_key_id' | 'sealed_token' | 'expires_at'>;

interface FoundAccount {
  connection: Connection;
  account: AccountState | { state: 'absent' };
}

export function accountError(state: Exclude<FoundAccount['account']['state'], 'ready'>, connectionName: string) {
  const onConnection = `on the connection ${JSON.stringify(connectionName)}`;
  const message = {
    absent: `The caller has no account ${onConnection}.`,
    pending: `The caller's account ${onConnection} is still being connected: it has no token yet.`,
    expired: `The caller's account ${onConnection} has expired; connect it again.`,
    unreadable: `The token of the caller's account ${onConnection} cannot be read; connect it again.`,
  }[state];
  const code = state === 'absent' || state === 'pending' ? 'NOT_CONNECTED' : 'CONNECTION_EXPIRED';
  return new PlatformError({ code, message, reason: state === 'pending' ? 'PENDING_AUTH' : undefined });
}
