import type { Fault } from '../../support/chaos/exchange.ts';
import { failure, silence } from '../../support/chaos/faults.ts';
import type { Figure } from '../figure.ts';
import { startRemoteGraph } from '../load/remote-graph.ts';

const [failing, modest] = [1, 2];
const reads = 200;
const readsAtOnce = 5;
const query = '{ signals(first: 10) { nodes { fullName } } }';

const faults: [string, Fault][] = [
  ['fail', failure(500, { code: 'UPSTREAM_ERROR' })],
  ['are unavailable', failure(503, { code: 'UPSTREAM_UNAVAILABLE' })],
  ['time out', silence],
];

/** Rejections of a caller while all reads of another caller fail. */
export async function measureFailingReads(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [symptom, fault] of faults) {
    const graph = await startRemoteGraph({
      environment: { CACHE_SECONDS: '0', NODE_ENV: 'production', TOOL_TIMEOUT_MS: '500' },
    });
    graph.upstream.injectFault(`by caller-${failing}`, fault);
    const load = { isOver: false, failures: 0 };
    const failingReads = Array.from({ length: readsAtOnce }, async () => {
      while (!load.isOver) {
        await graph.ask(query, failing);
        load.failures += 1;
      }
    });
    // The breaker of the failing caller must be open before the other caller is measured.
    while (load.failures < 40) await new Promise((resolve) => setTimeout(resolve, 50));
    let rejected = 0;
    for (let read = 0; read < reads; read += 1) {
      const { errors } = await graph.ask(query, modest);
      if (errors.length > 0) rejected += 1;
    }
    load.isOver = true;
    await Promise.all(failingReads);
    await graph.close();
    figures.push({
      name: `reads rejected while those of another caller ${symptom}`,
      value: `${rejected} of ${reads}`,
      baseline: `114 of 120 with one breaker for all; ${load.failures} failed reads`,
      target: `0 of ${reads}`,
      reached: rejected === 0,
    });
  }
  return figures;
}
