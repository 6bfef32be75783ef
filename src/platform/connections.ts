import type { Kysely } from 'kysely';
import { inTransaction } from '../database/in-transaction.ts';
import type { Tables } from '../database/tables.ts';
import type { ConnectorKind } from '../tools/tool.ts';

/** A way to a service: its exact name, the service, and the prefix of its tool names. */
export interface Connection {
  name: string;
  kind: ConnectorKind;
  toolPrefix: string;
}

/** The connections that callers may name. They are read at every call: what changes here counts at once. */
export interface Connections {
  /**
   * Adds a connection; of one that is there the prefix is set.
   * @returns whether it leads to the service that it was to lead to
   */
  ensure(connection: Connection): Promise<boolean>;
  /** @returns whether the name was free */
  add(connection: Connection): Promise<boolean>;
  /** By name, each with the number of its accounts. */
  list(): Promise<(Connection & { accounts: number })[]>;
  find(name: string): Promise<Connection | undefined>;
  /** Takes a connection away, together with its accounts. */
  remove(name: string): Promise<void>;
}

export function createConnections(db: Kysely<Tables>): Connections {
  const selected = () =>
    db
      .selectFrom('connections')
      .select(['connections.name', 'connections.kind', 'connections.tool_prefix as toolPrefix']);
  return {
    async ensure({ name, kind, toolPrefix }) {
      const row = await db
        .insertInto('connections')
        .values({ name, kind, tool_prefix: toolPrefix })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ tool_prefix: toolPrefix }))
        .returning('kind')
        .executeTakeFirst();
      return row?.kind === kind;
    },
    async add({ name, kind, toolPrefix }) {
      const row = await db
        .insertInto('connections')
        .values({ name, kind, tool_prefix: toolPrefix })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('name')
        .executeTakeFirst();
      return row !== undefined;
    },
    async list() {
      const rows = await selected()
        .leftJoin('connected_accounts as account', 'account.connection_name', 'connections.name')
        .select(({ fn }) => fn.count('account.identifier').as('accounts'))
        .groupBy(['connections.name', 'connections.kind', 'connections.tool_prefix'])
        .execute();
      return rows
        .map((row) => ({ ...row, accounts: Number(row.accounts) }))
        .toSorted((a, b) => a.name.localeCompare(b.name));
    },
    find: (name) => selected().where('connections.name', '=', name).executeTakeFirst(),
    remove: (name) =>
      inTransaction(db, async (trx) => {
        await trx.deleteFrom('connected_accounts').where('connection_name', '=', name).execute();
        await trx.deleteFrom('connections').where('name', '=', name).execute();
      }),
  };
}
