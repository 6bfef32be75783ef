import { Command } from 'commander';
import { type Client, createClients } from '../platform/accounts/clients.ts';
import { exactNameArgument } from './argument-values.ts';
import { CommandError } from './command-error.ts';
import { report, type ReportOptions, table } from './report.ts';
import { type PlatformData, withDatabase } from './with-database.ts';

export function clientsCommand(): Command {
  const command = new Command('clients').description(
    'The programs that may call this platform, each by its own secret.',
  );
  command
    .command('list')
    .description('Show all clients; their secrets are not stored anywhere.')
    .option('--json', 'answer JSON')
    .action((options: ReportOptions) => withDatabase((data) => list(data, options)));
  command
    .command('add')
    .description('Add a client. Its secret is shown once, for PLATFORM_CLIENT_SECRET of the graph in front.')
    .argument('<name>', 'what you call it', exactNameArgument)
    .option('--json', 'answer JSON')
    .action((name: string, options: ReportOptions) => withDatabase((data) => add(data, { name, ...options })));
  command
    .command('revoke')
    .description('End the access of a client: its secret and its tokens are invalid at once.')
    .argument('<id>', 'as clients list shows it')
    .option('--json', 'answer JSON')
    .action((clientId: string, options: ReportOptions) =>
      withDatabase((data) => revoke(data, { clientId, ...options })),
    );
  return command;
}

async function list({ db }: PlatformData, options: ReportOptions): Promise<void> {
  const clients = (await createClients(db).list()).map(recordOf);
  const rows = clients.map(({ clientId, name, status, createdAt }) => [clientId, name, status, createdAt]);
  await report(options, { record: { clients }, text: table(['ID', 'NAME', 'STATUS', 'CREATED'], rows) });
}

async function add({ db }: PlatformData, { name, ...options }: ReportOptions & { name: string }): Promise<void> {
  const { client, secret } = await createClients(db).add(name);
  const lines = [`PLATFORM_CLIENT_ID=${client.clientId}`, `PLATFORM_CLIENT_SECRET=${secret}`];
  await report(options, {
    record: { client: recordOf(client), secret },
    text: lines.join('\n'),
    note: `The client ${JSON.stringify(name)} may call. Its secret is not shown again.`,
  });
}

async function revoke(
  { db }: PlatformData,
  { clientId, ...options }: ReportOptions & { clientId: string },
): Promise<void> {
  const client = await createClients(db).revoke(clientId);
  if (!client) throw new CommandError(`There is no client with the id ${JSON.stringify(clientId)}.`);
  await report(options, {
    record: { client: recordOf(client) },
    text: `The client ${clientId} has no access any more.`,
  });
}

const recordOf = ({ clientId, name, createdAt, revokedAt }: Client) => ({
  clientId,
  name,
  status: revokedAt ? 'revoked' : 'active',
  createdAt: createdAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
});
