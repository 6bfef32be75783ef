import { Pool } from 'undici';
import { tokenOf } from '../../support/network/caller-token.ts';
import type { MeasuredProcess } from '../measured-process.ts';
import { callerHeader, type Workload } from './workloads.ts';

/** Warm-up ends after this many consecutive rounds that improve the fastest time by at most 2%. */
const warmRounds = 4;
const maxWarmUps = 25;

/** Sends a workload to one server. */
export interface Client {
  /** Sends one round. Returns the CPU time of the server per request, in milliseconds. */
  round(): Promise<number>;
  /** Sends each document once. Returns the responses. */
  answers(): Promise<string[]>;
  close(): Promise<void>;
}

export async function createClient(
  server: MeasuredProcess,
  { documents, repetitions }: Pick<Workload, 'documents' | 'repetitions'>,
): Promise<Client> {
  const { origin, pathname: path } = new URL(server.url);
  const pool = new Pool(origin, { connections: documents.length });
  const requests = await Promise.all(
    documents.map(async (query, caller) => ({
      headers: await headersOf(`caller-${caller}`),
      body: JSON.stringify({ query }),
    })),
  );

  async function send(request: (typeof requests)[number]): Promise<string> {
    const response = await pool.request({ method: 'POST', path, ...request });
    const text = await response.body.text();
    if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text}`);
    return text.trim();
  }
  return {
    answers: () => Promise.all(requests.map(send)),
    async round() {
      const before = await server.cpuMs();
      await Promise.all(
        requests.map(async (request) => {
          for (let sent = 0; sent < repetitions; sent += 1) await send(request);
        }),
      );
      return ((await server.cpuMs()) - before) / (repetitions * requests.length);
    },
    close: () => pool.close(),
  };
}

const headersOf = async (caller: string) => ({
  'content-type': 'application/json',
  accept: 'application/json',
  [callerHeader]: caller,
  authorization: `Bearer ${await tokenOf(caller)}`,
});

/**
 * The CPU time per request of each server in each round, in milliseconds. Servers take turns, so that other processes
 * on the machine disturb all of them alike.
 * @throws Error if the servers do not answer with the same bytes
 */
export async function measureInTurns(
  servers: ReadonlyMap<string, MeasuredProcess>,
  workload: Workload,
  rounds: number,
): Promise<Map<string, number[]>> {
  const clients = new Map<string, Client>();
  for (const [name, server] of servers) {
    clients.set(name, await createClient(server, workload));
  }
  await compareAnswers(clients, workload);
  for (const client of clients.values()) await warmUp(client);
  const times = new Map<string, number[]>(Array.from(clients.keys(), (name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, client] of clients) times.get(name)?.push(await client.round());
  }
  for (const client of clients.values()) await client.close();
  return times;
}

/** Sends rounds until they no longer become faster, because V8 has optimized the code. */
async function warmUp(client: Client): Promise<void> {
  let fastest = Number.POSITIVE_INFINITY;
  let warm = 0;
  for (let round = 0; round < maxWarmUps && warm < warmRounds; round += 1) {
    const time = await client.round();
    warm = time < fastest * 0.98 ? 0 : warm + 1;
    fastest = Math.min(fastest, time);
  }
}

async function compareAnswers(clients: ReadonlyMap<string, Client>, { name }: Workload): Promise<void> {
  const servers = new Map<string, string[]>();
  for (const [server, client] of clients) {
    const answer = (await client.answers()).join('\n');
    servers.set(answer, [...(servers.get(answer) ?? []), server]);
  }
  if (servers.size <= 1) return;
  const excerpts = Array.from(servers, ([answer, names]) => `${names.join(', ')}: ${answer.slice(0, 300)}`);
  throw new Error(`The servers answer ${name} differently.\n${excerpts.join('\n')}`);
}
