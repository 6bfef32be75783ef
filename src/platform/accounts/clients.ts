import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { secretHash } from '../../tools/rules/secret-hash.ts';
import type { Db } from '../database/open-database.ts';
import { mergeReads } from '../database/pools/merge-reads.ts';

export type Clients = ReturnType<typeof createClients>;

export type Client = Awaited<ReturnType<Clients['list']>>[number];

interface Credentials {
  clientId: string;
  secret: string;
}

const tokenLifetimeSeconds = 3600;

/** Clients are programs that call tools over REST. Their tokens expire by the database clock, which all servers share. */
export function createClients(db: Db) {
  async function isValidSecret({ clientId, secret }: Credentials): Promise<boolean> {
    const row = await db
      .selectFrom('platform_clients')
      .select('secret_hash')
      .where('client_id', '=', clientId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return row !== undefined && timingSafeEqual(Buffer.from(row.secret_hash), Buffer.from(secretHash(secret)));
  }

  const clientOfHash = mergeReads(async (hashes: string[]) => {
    const rows = await db
      .selectFrom('platform_access_tokens as token')
      .innerJoin('platform_clients as client', 'client.client_id', 'token.client_id')
      .select(['token.token_hash', 'client.client_id'])
      .where('token.token_hash', '=', (eb) => eb.fn.any(eb.val(hashes)))
      .where('token.expires_at', '>', sql<Date>`now()`)
      .where('client.revoked_at', 'is', null)
      .execute();
    const clientIds = new Map(rows.map((row) => [row.token_hash, row.client_id]));
    return (hash) => clientIds.get(hash);
  });

  return {
    /** @returns the client and its secret, which cannot be read again: only its hash is stored */
    async add(name: string) {
      const clientId = `client_${randomBytes(8).toString('hex')}`;
      const secret = `tcg_client_${randomBytes(32).toString('hex')}`;
      const row = await db
        .insertInto('platform_clients')
        .values({ client_id: clientId, name, secret_hash: secretHash(secret), revoked_at: null })
        .returning(columns)
        .executeTakeFirstOrThrow();
      return { client: row, secret };
    },
    /** Lists all clients, including revoked ones; oldest first. */
    list: () => db.selectFrom('platform_clients').select(columns).orderBy('created_at').orderBy('client_id').execute(),
    /** Revokes a client and its tokens, with immediate effect. @returns undefined when no client has this id */
    async revoke(clientId: string) {
      const row = await db
        .updateTable('platform_clients')
        .set({ revoked_at: sql`coalesce(revoked_at, now())` })
        .where('client_id', '=', clientId)
        .returning(columns)
        .executeTakeFirst();
      await db.deleteFrom('platform_access_tokens').where('client_id', '=', clientId).execute();
      return row;
    },
    /**
     * @param onVerified called after the secret is verified; no token is issued if it throws
     * @returns undefined when the client is unknown or revoked, or the secret is wrong
     */
    async issueToken(credentials: Credentials, onVerified?: () => Promise<void>) {
      if (!(await isValidSecret(credentials))) return undefined;
      await onVerified?.();
      await db
        .deleteFrom('platform_access_tokens')
        .where('expires_at', '<=', sql<Date>`now()`)
        .execute();
      const token = randomBytes(32).toString('base64url');
      const expiresAt = sql<Date>`now() + make_interval(secs => ${tokenLifetimeSeconds})`;
      await db
        .insertInto('platform_access_tokens')
        .values({ token_hash: secretHash(token), client_id: credentials.clientId, expires_at: expiresAt })
        .execute();
      return { token, expiresInSeconds: tokenLifetimeSeconds };
    },
    /** Returns the client id of a valid token. Calls in one iteration of the event loop share a SQL statement. */
    clientOf: (token: string) => clientOfHash({ key: secretHash(token) }),
  };
}

const columns = ['client_id as clientId', 'name', 'created_at as createdAt', 'revoked_at as revokedAt'] as const;
