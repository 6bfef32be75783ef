import { createConnections } from '../../platform/accounts/connections.ts';
import type { Db } from '../../platform/database/open-database.ts';
import type { ConnectorKind } from '../../tools/tool.ts';
import { counted, type PlatformData, quote, type Report, table } from './command.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';

export async function listConnections({ db }: PlatformData): Promise<Report> {
  const connections = await createConnections(db).list();
  const rows = connections.map(({ name, kind, toolPrefix, accounts }) => [name, kind, toolPrefix, accounts]);
  return { record: { connections }, text: table(['NAME', 'KIND', 'TOOL PREFIX', 'ACCOUNTS'], rows) };
}

export async function addConnection(
  { db, audit }: PlatformData,
  name: string,
  { kind, prefix }: { kind: ConnectorKind; prefix?: string },
): Promise<Report> {
  const connection = { name, kind, toolPrefix: prefix ?? `${kind}_` };
  if (!(await createConnections(db).add(connection))) {
    throw new OperatorError(`A connection named ${quote(name)} already exists.`);
  }
  audit('connection added', { connection: name, kind, toolPrefix: connection.toolPrefix });
  return { record: { connection }, text: `Added the connection ${quote(name)} to ${kind}.` };
}

export async function setPrefix({ db, audit }: PlatformData, name: string, toolPrefix: string): Promise<Report> {
  if (!(await createConnections(db).setPrefix({ name, toolPrefix }))) throw await unknownConnection(db, name);
  audit('connection prefix changed', { connection: name, toolPrefix });
  return {
    record: { connection: { name, toolPrefix } },
    text: `Tool names of ${quote(name)} now start with ${quote(toolPrefix)}.`,
  };
}

export async function removeConnection(
  { config, db, audit }: PlatformData,
  name: string,
  { withAccounts }: { withAccounts?: boolean },
): Promise<Report> {
  const connections = createConnections(db);
  const connection = (await connections.list()).find((candidate) => candidate.name === name);
  if (!connection) throw await unknownConnection(db, name);
  if (config.connections[connection.kind].connectionName === name) {
    const variable = `${connection.kind.toUpperCase()}_CONNECTION`;
    throw new OperatorError(`${variable} names ${quote(name)}, so the next start would add it again.`);
  }
  const { accounts } = connection;
  if (accounts > 0 && !withAccounts) {
    throw new OperatorError(
      `${quote(name)} has ${counted(accounts, 'account')}. Use --with-accounts to remove its accounts as well.`,
    );
  }
  await connections.remove(name);
  audit('connection removed', { connection: name, accounts });
  return { record: { removed: name, accounts }, text: `Removed the connection ${quote(name)}.` };
}

export async function unknownConnection(db: Db, name: string): Promise<OperatorError> {
  const unknown = `No connection is named ${quote(name)}.`;
  const connections = await createConnections(db).list();
  return new OperatorError(
    connections.length > 0
      ? `${unknown} Names must match exactly.`
      : `${unknown} No connections exist yet: start the server once, or run connections add.`,
  );
}
