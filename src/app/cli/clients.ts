import { type Client, createClients } from '../../platform/accounts/clients.ts';
import { type PlatformData, quote, type Report, table } from './command.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';

export async function listClients({ db }: PlatformData): Promise<Report> {
  const clients = (await createClients(db).list()).map(withStatus);
  const rows = clients.map(({ clientId, name, status, createdAt }) => [clientId, name, status, createdAt]);
  return { record: { clients }, text: table(['ID', 'NAME', 'STATUS', 'CREATED'], rows) };
}

export async function addClient({ db, audit }: PlatformData, name: string): Promise<Report> {
  const { client, secret } = await createClients(db).add(name);
  audit('client added', { clientId: client.clientId, name });
  const lines = [`PLATFORM_CLIENT_ID=${client.clientId}`, `PLATFORM_CLIENT_SECRET=${secret}`];
  return {
    record: { client: withStatus(client), secret },
    text: lines.join('\n'),
    note: `Added the client ${quote(name)}. Its secret will not be shown again.`,
  };
}

export async function revokeClient({ db, audit }: PlatformData, clientId: string): Promise<Report> {
  const client = await createClients(db).revoke(clientId);
  if (!client) throw new OperatorError(`No client has the id ${quote(clientId)}.`);
  audit('client revoked', { clientId, name: client.name });
  return { record: { client: withStatus(client) }, text: `Revoked the client ${clientId}.` };
}

const withStatus = (client: Client) => ({ ...client, status: client.revokedAt ? 'revoked' : 'active' });
