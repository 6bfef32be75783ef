import type { Db } from '../database/open-database.ts';

/** Which service user an identifier stands for, a connection at a time. */
export interface Accounts {
  /** The service's user id, or nothing when the identifier has no account on this connection. */
  userId(connectionName: string, identifier: string): Promise<string | undefined>;
  /** Connects an identifier; an account that is there already stays as it is. */
  connect(account: { connectionName: string; identifier: string; userId: string }): Promise<void>;
}

export function createAccounts(db: Db): Accounts {
  return {
    async userId(connectionName, identifier) {
      const row = await db
        .selectFrom('connected_accounts')
        .select('user_id')
        .where('connection_name', '=', connectionName)
        .where('identifier', '=', identifier)
        .executeTakeFirst();
      return row?.user_id;
    },
    async connect({ connectionName, identifier, userId }) {
      await db
        .insertInto('connected_accounts')
        .values({ connection_name: connectionName, identifier, user_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
}
