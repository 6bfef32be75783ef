import { type Kysely, sql } from 'kysely';
import { inTransaction } from '../database/in-transaction.ts';
import type { Tables } from '../database/tables/tables.ts';
import type { ConnectorKind } from '../../tools/tool.ts';

/** Each tool call specifies the exact `name` of a connection, and a tool name that starts with `toolPrefix`. */
export interface Connection {
  name: string;
  kind: ConnectorKind;
  toolPrefix: string;
}

/** Every tool call reads its connection again, so a change takes effect at once. */
export function createConnections(db: Kysely<Tables>) {
  const selected = () =>
    db
      .selectFrom('connections')
      .select(['connections.name', 'connections.kind', 'connections.tool_prefix as toolPrefix']);

  return {
    /** @returns false if the name is taken */
    async add({ name, kind, toolPrefix }: Connection) {
      const row = await db
        .insertInto('connections')
        .values({ name, kind, tool_prefix: toolPrefix })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('name')
        .executeTakeFirst();
      return row !== undefined;
    },
    /** @returns whether the connection exists */
    async setPrefix({ name, toolPrefix }: Pick<Connection, 'name' | 'toolPrefix'>) {
      const row = await db
        .updateTable('connections')
        .set({ tool_prefix: toolPrefix })
        .where('name', '=', name)
        .returning('name')
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Lists the connections in code point order of their names. */
    async list() {
      const rows = await selected()
        .leftJoin('connected_accounts as account', 'account.connection_name', 'connections.name')
        .select(({ fn }) => fn.count('account.identifier').as('accounts'))
        .groupBy(['connections.name', 'connections.kind', 'connections.tool_prefix'])
        .orderBy(sql`connections.name collate "C"`)
        .execute();
      return rows.map((row) => ({ ...row, accounts: Number(row.accounts) }));
    },
    find: (name: string): Promise<Connection | undefined> =>
      selected().where('connections.name', '=', name).executeTakeFirst(),
    /** Deletes a connection and its accounts. */
    remove: (name: string) =>
      inTransaction(db, async (trx) => {
        await trx.deleteFrom('connected_accounts').where('connection_name', '=', name).execute();
        await trx.deleteFrom('connections').where('name', '=', name).execute();
      }),
  };
}
