import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { ConnectorKind } from '../tools/tool.ts';

/** A way to a service: its exact name, the service, and the prefix of its tool names. */
export interface Connection {
  name: string;
  kind: ConnectorKind;
  toolPrefix: string;
}

/** The connections that callers may name. */
export interface Connections {
  /** Adds a connection; of one that is there the prefix is set. */
  ensure(connection: Connection): Promise<void>;
}

export function createConnections(db: Kysely<Tables>): Connections {
  return {
    async ensure({ name, kind, toolPrefix }) {
      await db
        .insertInto('connections')
        .values({ name, kind, tool_prefix: toolPrefix })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ tool_prefix: toolPrefix }))
        .execute();
    },
  };
}
