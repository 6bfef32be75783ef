import { type Config, ConfigError } from '../config.ts';
import type { Db } from '../database/open-database.ts';
import { createConnections } from '../platform/connections.ts';

/** Which variable names the connection of a service. */
export const connectionVariable = { talent: 'TALENT_CONNECTION', convo: 'CONVO_CONNECTION' } as const;

/**
 * Sees to it that the connections of the configuration are there.
 * @throws ConfigError when a name is taken by a connection to the other service
 */
export async function ensureConfiguredConnections(db: Db, { connections }: Pick<Config, 'connections'>): Promise<void> {
  for (const kind of ['talent', 'convo'] as const) {
    const { connectionName: name, toolPrefix } = connections[kind];
    if (await createConnections(db).ensure({ name, kind, toolPrefix })) continue;
    throw new ConfigError([
      `${connectionVariable[kind]} ${JSON.stringify(name)} is the name of a connection to another service.`,
    ]);
  }
}
