import { type Kysely, sql } from 'kysely';
import { inTransaction } from '../database/in-transaction.ts';
import type { Tables } from '../database/tables/tables.ts';
import type { ConnectorKind } from '../../tools/tool.ts';

/** Each call must specify this exact name, and a tool name that starts with the prefix. */
export interface Connection {
  name: string;
  kind: ConnectorKind;
  toolPrefix: string;
}

/** Every tool call reads its connection again, so a change takes effect at once. */
export interface Connections {
  /** @returns false if the name is taken */
  add(connection: Connection): Promise<boolean>;
  /** @returns whether the connection exists */
  setPrefix(connection: Pick<Connection, 'name' | 'toolPrefix'>): Promise<boolean>;
  /** In code point order of their names. */
  list(): Promise<(Connection & { accounts: number })[]>;
  find(name: string): Promise<Connection | undefined>;
  /** Deletes the accounts too. */
  remove(name: string): Promise<void>;
}

export function createConnections(db: Kysely<Tables>): Connections {
  const selected = () =>
    db
      .selectFrom('connections')
      .select(['connections.name', 'connections.kind', 'connections.tool_prefix as toolPrefix']);
  const find = (name: string) => selected().where('connections.name', '=', name).executeTakeFirst();
  const add = async ({ name, kind, toolPrefix }: Connection) => {
    const row = await db
      .insertInto('connections')
      .values({ name, kind, tool_prefix: toolPrefix })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('name')
      .executeTakeFirst();
    return row !== undefined;
  };
  return {
    add,
    async setPrefix({ name, toolPrefix }) {
      const row = await db
        .updateTable('connections')
        .set({ tool_prefix: toolPrefix })
        .where('name', '=', name)
        .returning('name')
        .executeTakeFirst();
      return row !== undefined;
    },
    async list() {
      const rows = await selected()
        .leftJoin('connected_accounts as account', 'account.connection_name', 'connections.name')
        .select(({ fn }) => fn.count('account.identifier').as('accounts'))
        .groupBy(['connections.name', 'connections.kind', 'connections.tool_prefix'])
        .orderBy(sql`connections.name collate "C"`)
        .execute();
      return rows.map((row) => ({ ...row, accounts: Number(row.accounts) }));
    },
    find,
    remove: (name) =>
      inTransaction(db, async (trx) => {
        await trx.deleteFrom('connected_accounts').where('connection_name', '=', name).execute();
        await trx.deleteFrom('connections').where('name', '=', name).execute();
      }),
  };
}
