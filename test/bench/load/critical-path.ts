import { readFileSync } from 'node:fs';
import { slowly } from '../../support/chaos/faults.ts';
import { type BenchCase, type Figure, median, milliseconds, percentile } from '../figure.ts';
import { type RemoteGraph, startRemoteGraph } from './remote-graph.ts';

const callMs = 50;
const callers = 50;
const page = readFileSync('src/http/graphql/graphiql/examples/talent/01-filtered-page.graphql', 'utf8');

/**
 * Sequential rounds of calls: the page; the entries of its ten signals, as many calls as a caller can have in flight;
 * the lists of those entries, in parallel with companies and institutions.
 */
const rounds = 3;

/** The latency that the graph adds to a slow upstream. */
export const criticalPath: BenchCase = {
  name: 'critical path',
  async measure() {
    const graph = await startRemoteGraph({
      memoize: true,
      environment: { CACHE_SECONDS: '0', NODE_ENV: 'production' },
    });
    // As the platform does.
    graph.upstream.announcesBatches = true;
    for (let warming = 0; warming < 200; warming += 1) await timed(graph, warming % callers);
    graph.upstream.injectFault('call', slowly(callMs));
    const alone: number[] = [];
    for (let round = 0; round < 40; round += 1) alone.push(await timed(graph, round % callers));
    const atOnce = () => Promise.all(Array.from({ length: callers }, (_, caller) => timed(graph, caller)));
    // Opens the HTTP connections.
    for (let warming = 0; warming < 3; warming += 1) await atOnce();
    const together: number[] = [];
    for (let round = 0; round < 10; round += 1) together.push(...(await atOnce()));
    await graph.close();
    return figures(median(alone), percentile(together, 99));
  },
};

function figures(alone: number, together: number): Figure[] {
  const path = rounds * callMs;
  const baseline = `${path} ms: ${rounds} rounds of ${callMs} ms`;
  const row = (name: string, time: number, factor: number): Figure => ({
    name: `latency of the documented signals page, ${name}`,
    value: `${milliseconds(time)} (×${(time / path).toFixed(2)})`,
    baseline,
    target: `at most ×${factor}`,
    reached: time <= factor * path,
  });
  return [row('one request at a time', alone, 1.15), row(`p99 with ${callers} concurrent callers`, together, 2)];
}

async function timed(graph: RemoteGraph, caller: number): Promise<number> {
  const begun = performance.now();
  const { errors, status } = await graph.ask(page, caller);
  if (errors.length > 0) throw new Error(`${status} ${JSON.stringify(errors)}`);
  return performance.now() - begun;
}
