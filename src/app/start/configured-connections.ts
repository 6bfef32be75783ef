import type { Audit } from '../log/audit.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../../platform/database/open-database.ts';
import { createConnections } from '../../platform/accounts/connections.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';

/** For each service, the environment variable that contains the name of its connection. */
export const connectionVariable = { talent: 'TALENT_CONNECTION', convo: 'CONVO_CONNECTION' } as const;

const prefixVariable = { talent: 'TALENT_TOOL_PREFIX', convo: 'CONVO_TOOL_PREFIX' } as const;

/**
 * Adds the configured connections that do not exist in the database yet. Existing connections stay unchanged.
 * @throws OperatorError when an existing connection with a configured name belongs to the other service or has another
 * tool prefix
 */
export async function ensureConfiguredConnections(
  db: Db,
  { connections, audit }: Pick<Config, 'connections'> & { audit: Audit },
): Promise<void> {
  for (const kind of ['talent', 'convo'] as const) {
    const { connectionName: name, toolPrefix } = connections[kind];
    const connection = { name, kind, toolPrefix };
    if (await createConnections(db).add(connection)) audit('connection added', { connection: name, kind, toolPrefix });
    const found = await createConnections(db).ensure(connection);
    const quoted = JSON.stringify(name);
    if (found.kind !== kind)
      throw new OperatorError(`${connectionVariable[kind]} ${quoted} is the name of a connection to another service.`);
    if (found.toolPrefix !== toolPrefix)
      throw new OperatorError(
        `${prefixVariable[kind]} is ${JSON.stringify(toolPrefix)}, but the connection ${quoted} has the prefix ` +
          `${JSON.stringify(found.toolPrefix)}; npm run cli -- connections prefix <name> <prefix> changes it.`,
      );
  }
}
