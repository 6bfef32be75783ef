import { readFileSync } from 'node:fs';
import { slowly } from '../../support/chaos/faults.ts';
import { type BenchCase, type Figure, median, milliseconds, percentile } from '../figure.ts';
import { type RemoteGraph, startRemoteGraph } from './remote-graph.ts';

const callMs = 50;
const callers = 50;
const page = readFileSync('src/http/graphql/graphiql/examples/1-find-people/01-filtered-page.graphql', 'utf8');

/**
 * Sequential rounds of calls: the page; the entries of its ten signals, as many calls as a caller can have in flight;
 * the lists of those entries, in parallel with companies and institutions.
 */
const rounds = 3;

/** The latency that the graph adds to a slow upstream. */
export const criticalPath: BenchCase = {
  name: 'critical path',
  async measure() {
    const graph = await startRemoteGraph();
    // Announce batches, as the platform does.
    graph.upstream.announcesBatches = true;
    for (let warming = 0; warming < 200; warming += 1) await timed(graph, warming % callers);
    graph.upstream.injectFault('call', slowly(callMs));
    const alone: number[] = [];
    for (let round = 0; round < 40; round += 1) alone.push(await timed(graph, round % callers));
    const atOnce = () => Promise.all(Array.from({ length: callers }, (_, caller) => timed(graph, caller)));
    // Opens the HTTP connections.
    for (let warming = 0; warming < 3; warming += 1) await atOnce();
    const together: number[] = [];
    const before = await graph.cpuMs();
    const ownBefore = process.cpuUsage();
    const startedAt = performance.now();
    for (let round = 0; round < 10; round += 1) together.push(...(await atOnce()));
    const elapsedMs = performance.now() - startedAt;
    const cpuMs = (await graph.cpuMs()) - before;
    const { user, system } = process.cpuUsage(ownBefore);
    await graph.close();
    const ownCpuMs = (user + system) / 1000;
    return [...figures(alone, together), cpuFigure({ cpuMs, ownCpuMs, elapsedMs, pages: together.length })];
  },
};

function figures(alone: readonly number[], together: readonly number[]): Figure[] {
  const path = rounds * callMs;
  const baseline = `${path} ms: ${rounds} rounds of ${callMs} ms`;
  const row = (name: string, time: number, factor = Number.POSITIVE_INFINITY): Figure => ({
    name: `latency of the documented signals page, ${name}`,
    value: `${milliseconds(time)} (×${(time / path).toFixed(2)})`,
    baseline,
    target: Number.isFinite(factor) ? `at most ×${factor}` : '',
    reached: time <= factor * path,
  });
  return [
    row('one request at a time', median(alone), 1.15),
    row(`median with ${callers} concurrent callers`, median(together)),
    row(`p99 with ${callers} concurrent callers`, percentile(together, 99), 2),
  ];
}

interface Load {
  /** CPU time of the graph. */
  cpuMs: number;
  /** CPU time of this process, which is the upstream and the callers. */
  ownCpuMs: number;
  elapsedMs: number;
  pages: number;
}

/**
 * Reports which process limits the concurrent pages. The graph runs its code in one thread, so the last of them cannot end before all
 * have had their CPU time; a process that uses a whole core limits them too.
 */
function cpuFigure({ cpuMs, ownCpuMs, elapsedMs, pages }: Load): Figure {
  const share = (time: number) => `${Math.round((100 * time) / elapsedMs)}% of a core`;
  return {
    name: `CPU time of the graph for ${callers} concurrent pages`,
    value: `${milliseconds((callers * cpuMs) / pages)} (${milliseconds(cpuMs / pages)} each)`,
    baseline: `graph: ${share(cpuMs)}, upstream and callers: ${share(ownCpuMs)}`,
    target: '',
    reached: true,
  };
}

async function timed(graph: RemoteGraph, caller: number): Promise<number> {
  const startedAt = performance.now();
  await graph.ask(page, caller);
  return performance.now() - startedAt;
}
