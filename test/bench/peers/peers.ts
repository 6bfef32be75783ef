import { restPaths } from '../../../src/tools/rest-protocol.ts';
import type { BenchCase, BenchOptions, Figure } from '../figure.ts';
import { median, milliseconds } from '../figure.ts';
import { checkCalls } from './check-calls.ts';
import { measureInTurns } from './measure.ts';
import { type MeasuredProcess, startRecordedUpstream } from './measured-process.ts';
import { serversFor } from './servers.ts';
import { parallelSignals, type Workload, workloadFor, workloadsFor } from './workloads.ts';

/** CPU time per request of this graph beside servers without its guards, in front of one recorded upstream. */
export const peers: BenchCase = {
  name: 'peers',
  async measure(options) {
    await using upstream = await startRecordedUpstream();
    await using running = new AsyncDisposableStack();
    const serversOf = createServers(upstream.url, options, running);
    const workloads = workloadsFor(await newestSignalIds(upstream.url));
    const figures: Figure[] = [];
    for (const workload of chosen(workloads, ({ name }) => name, options.only)) {
      const servers = await serversOf(workload.hasToken);
      if (workload.name === 'page') await checkPages(servers, { upstreamUrl: upstream.url, page: workload });
      const times = await measureInTurns(servers, workload, options.rounds);
      figures.push(...figuresOf(workload, times));
    }
    return figures;
  },
};

async function checkPages(
  servers: ReadonlyMap<string, MeasuredProcess>,
  options: { upstreamUrl: string; page: Workload },
): Promise<void> {
  for (const [name, server] of servers) {
    const page = workloadFor(name, options.page);
    if (page && isChecked(name)) await checkCalls(server, { ...options, page, isBatched: name === 'ours-batched' });
  }
}

const isChecked = (server: string) => server.startsWith('ours') || server === 'hive';

/** @throws Error if `names` contains a name that no item has */
function chosen<Item>(items: Item[], nameOf: (item: Item) => string, names: string[] | undefined): Item[] {
  if (!names) return items;
  const unknown = names.filter((name) => !items.some((item) => nameOf(item) === name));
  if (unknown.length > 0) {
    throw new Error(`Unknown: ${unknown.join(', ')}. Available: ${items.map(nameOf).join(', ')}.`);
  }
  return items.filter((item) => names.includes(nameOf(item)));
}

export async function newestSignalIds(upstreamUrl: string): Promise<string[]> {
  const response = await fetch(upstreamUrl + restPaths.executeTool, {
    method: 'POST',
    body: JSON.stringify({
      tool_name: 'talent_signals_list',
      connector: 'talent',
      params: { page: '1', limit: String(parallelSignals) },
    }),
  });
  const { data } = await response.json();
  return data.items.map(({ id }: { id: string }) => id);
}

/** Returns a function that starts servers, each once; a server that verifies tokens is another one. */
function createServers(upstreamUrl: string, options: BenchOptions, running: AsyncDisposableStack) {
  const starts = chosen(Object.entries(serversFor(options.root)), ([name]) => name, options.servers);
  const started = new Map<string, MeasuredProcess>();
  return async (hasToken: boolean): Promise<Map<string, MeasuredProcess>> => {
    const servers = new Map<string, MeasuredProcess>();
    for (const [name, { verifiesTokens, start }] of starts) {
      const key = verifiesTokens && hasToken ? `${name} with tokens` : name;
      const server = started.get(key) ?? running.use(await start({ upstreamUrl, hasToken }));
      started.set(key, server);
      servers.set(name, server);
    }
    return servers;
  };
}

function figuresOf({ name, target }: Workload, times: ReadonlyMap<string, readonly number[]>): Figure[] {
  return Array.from(times, ([server, rounds]) => {
    const ratios = comparedServers.flatMap((other) => {
      const others = other === server ? undefined : times.get(other);
      return others ? [{ other, ratio: medianRatio(rounds, others) }] : [];
    });
    const hasTarget = server.startsWith('ours') && times.has(target.server);
    return {
      name: `${name}: ${server}`,
      value: milliseconds(median(rounds)),
      baseline: ratios.map(({ other, ratio }) => `×${ratio.toFixed(2)} of ${other}`).join(', '),
      target: hasTarget ? `at most ×${target.factor} of ${target.server}` : '',
      reached: !hasTarget || ratios.every(({ other, ratio }) => other !== target.server || ratio <= target.factor),
    };
  });
}

const comparedServers = ['mercurius', 'yoga', 'hive', 'before'];

/** The ratio of each round to the same round of another server: neighbours in time have the same disturbance. */
const medianRatio = (rounds: readonly number[], others: readonly number[]) =>
  median(rounds.map((time, round) => time / (others[round] ?? Number.NaN)));
