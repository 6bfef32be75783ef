import { Command } from 'commander';
import { connectionVariable } from '../app/configured-connections.ts';
import { createConnections } from '../platform/accounts/connections.ts';
import type { ConnectorKind } from '../tools/tool.ts';
import { exactNameArgument, prefixArgument, serviceKind } from './argument-values.ts';
import { CommandError } from './command-error.ts';
import { report, type ReportOptions, table } from './report.ts';
import { type PlatformData, withDatabase } from './with-database.ts';

interface AddOptions extends ReportOptions {
  kind: ConnectorKind;
  prefix?: string;
}

interface RemoveOptions extends ReportOptions {
  withAccounts?: boolean;
}

export function connectionsCommand(): Command {
  const command = new Command('connections').description('The ways to the services, by the names that callers send.');
  command
    .command('list')
    .description('Show all connections.')
    .option('--json', 'answer JSON')
    .action((options: ReportOptions) => withDatabase((data) => list(data, options)));
  command
    .command('add')
    .description('Add a connection; it works at once.')
    .argument('<name>', 'what callers send, letter by letter', exactNameArgument)
    .requiredOption('--kind <kind>', 'the service behind it: talent or convo', serviceKind)
    .option('--prefix <prefix>', 'put before every tool name; talent_ or convo_ when omitted', prefixArgument)
    .option('--json', 'answer JSON')
    .action((name: string, options: AddOptions) => withDatabase((data) => add(data, { name, ...options })));
  command
    .command('prefix')
    .description('Change what stands before every tool name of a connection; it counts at once.')
    .argument('<name>')
    .argument('<prefix>', 'the new one', prefixArgument)
    .option('--json', 'answer JSON')
    .action((name: string, toolPrefix: string, options: ReportOptions) =>
      withDatabase((data) => setPrefix(data, { name, toolPrefix, ...options })),
    );
  command
    .command('remove')
    .description('Take a connection away.')
    .argument('<name>')
    .option('--with-accounts', 'together with the accounts that are connected on it')
    .option('--json', 'answer JSON')
    .action((name: string, options: RemoveOptions) => withDatabase((data) => remove(data, { name, ...options })));
  return command;
}

async function list({ db }: PlatformData, options: ReportOptions): Promise<void> {
  const connections = await createConnections(db).list();
  const rows = connections.map(({ name, kind, toolPrefix, accounts }) => [name, kind, toolPrefix, String(accounts)]);
  await report(options, { record: { connections }, text: table(['NAME', 'KIND', 'TOOL PREFIX', 'ACCOUNTS'], rows) });
}

async function add(
  { db }: PlatformData,
  { name, kind, prefix, ...options }: AddOptions & { name: string },
): Promise<void> {
  const connection = { name, kind, toolPrefix: prefix ?? `${kind}_` };
  if (!(await createConnections(db).add(connection))) {
    throw new CommandError(`There is a connection named ${JSON.stringify(name)} already.`);
  }
  await report(options, { record: { connection }, text: `The connection ${JSON.stringify(name)} leads to ${kind}.` });
}

async function setPrefix(
  { db }: PlatformData,
  { name, toolPrefix, ...options }: ReportOptions & { name: string; toolPrefix: string },
): Promise<void> {
  if (!(await createConnections(db).setPrefix({ name, toolPrefix }))) throw noConnection(name);
  await report(options, {
    record: { connection: { name, toolPrefix } },
    text: `The tools of ${JSON.stringify(name)} have the prefix ${JSON.stringify(toolPrefix)}.`,
  });
}

async function remove(
  { config, db }: PlatformData,
  { name, withAccounts, ...options }: RemoveOptions & { name: string },
): Promise<void> {
  const connections = createConnections(db);
  const known = await connections.list();
  const connection = known.find((one) => one.name === name);
  if (!connection) throw noConnection(name);
  if (config.connections[connection.kind].connectionName === name) {
    const variable = connectionVariable[connection.kind];
    throw new CommandError(`${JSON.stringify(name)} is the connection of ${variable}, which would bring it back.`);
  }
  const { accounts } = connection;
  if (accounts > 0 && !withAccounts) {
    const connected = accounts === 1 ? '1 account is' : `${accounts} accounts are`;
    throw new CommandError(`${connected} connected on ${JSON.stringify(name)}; --with-accounts takes them away too.`);
  }
  await connections.remove(name);
  await report(options, {
    record: { removed: name, accounts },
    text: `The connection ${JSON.stringify(name)} is gone.`,
  });
}

export const noConnection = (name: string) =>
  new CommandError(`There is no connection named ${JSON.stringify(name)}; the name must match exactly.`);
