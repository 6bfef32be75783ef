import { restPaths } from '../../../src/tools/rest-protocol.ts';
import type { BenchCase, Figure } from '../figure.ts';
import { median, milliseconds } from '../figure.ts';
import { checkCalls } from './check-calls.ts';
import { measureInTurns } from './measure.ts';
import { type MeasuredProcess, startRecordedUpstream } from './measured-process.ts';
import { serversFor } from './servers.ts';
import { callers, type Workload, workloadsFor } from './workloads.ts';

/** CPU time per request of this graph beside servers without its guards, in front of one recorded upstream. */
export const peers: BenchCase = {
  name: 'peers',
  needsEcosystem: true,
  async measure({ only, servers: names, root, rounds }) {
    await using upstream = await startRecordedUpstream();
    await using running = new AsyncDisposableStack();
    const servers = new Map<string, MeasuredProcess>();
    for (const [name, start] of chosen(Object.entries(serversFor(root)), ([server]) => server, names))
      servers.set(name, running.use(await start(upstream.url)));
    const workloads = workloadsFor(await newestSignalIds(upstream.url));
    const figures: Figure[] = [];
    for (const workload of chosen(workloads, ({ name }) => name, only)) {
      if (workload.name === 'page') {
        for (const [name, server] of servers)
          if (!isPeer(name))
            await checkCalls(server, { upstreamUrl: upstream.url, page: workload, isBatched: isBatched(name) });
      }
      figures.push(...figuresOf(workload, await measureInTurns(servers, workload, rounds)));
    }
    return figures;
  },
};

const isPeer = (server: string) => server === 'mercurius' || server === 'yoga';
const isBatched = (server: string) => server.endsWith('-batched');

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
      params: { page: '1', limit: String(callers) },
    }),
  });
  const { data } = await response.json();
  return data.items.map(({ id }: { id: string }) => id);
}

function figuresOf({ name, target }: Workload, times: ReadonlyMap<string, readonly number[]>): Figure[] {
  return Array.from(times, ([server, rounds]) => {
    const ratios = comparedServers.flatMap((other) => {
      const others = other === server ? undefined : times.get(other);
      return others ? [{ other, ratio: medianRatio(rounds, others) }] : [];
    });
    const hasTarget = server.startsWith('ours') && times.has(target.server);
    const factor = isBatched(server) ? target.batchedFactor : target.factor;
    return {
      name: `${name}: ${server}`,
      value: milliseconds(median(rounds)),
      baseline: ratios.map(({ other, ratio }) => `×${ratio.toFixed(2)} of ${other}`).join(', '),
      target: hasTarget ? `at most ×${factor} of ${target.server}` : '',
      reached: !hasTarget || ratios.every(({ other, ratio }) => other !== target.server || ratio <= factor),
    };
  });
}

const comparedServers = ['mercurius', 'yoga', 'before', 'before-batched'];

/** The ratio of each round to the same round of another server: neighbours in time have the same disturbance. */
const medianRatio = (rounds: readonly number[], others: readonly number[]) =>
  median(rounds.map((time, round) => time / (others[round] ?? Number.NaN)));
