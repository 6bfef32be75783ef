import type { Fault } from '../../support/chaos/exchange.ts';
import { reset, silence } from '../../support/chaos/faults.ts';
import { type BenchCase, type Figure, median, milliseconds } from '../figure.ts';
import { type RemoteGraph, startRemoteGraph } from './remote-graph.ts';

const talent = '{ signals(first: 10) { nodes { fullName lists { name } } } }';
const conversations = '{ activities(first: 10) { nodes { title host { name } summary { content } } } }';
const everyMs = 60;
const queries = 100;

/** Whether a dead connection slows down the other one. */
export const deadUpstream: BenchCase = {
  name: 'dead upstream',
  async measure() {
    const graph = await startRemoteGraph({ memoize: true, environment: { CACHE_SECONDS: '0' } });
    await measureConversation(graph);
    const figures: Figure[] = [];
    for (const [symptom, fault] of faults) {
      graph.upstream.reset();
      await waitForRecovery(graph);
      const before = await measureConversation(graph);
      graph.upstream.injectFault('on talent', fault);
      const during = await measureConversation(graph);
      figures.push({
        name: `conversation queries while talent ${symptom}`,
        value: `${milliseconds(during)} (×${(during / before).toFixed(2)})`,
        baseline: `${milliseconds(before)} with both healthy`,
        target: 'at most ×1.2',
        reached: during <= 1.2 * before,
      });
    }
    await graph.close();
    return figures;
  },
};

const faults: [string, Fault][] = [
  ['resets every call', reset],
  ['never responds', silence],
];

/** Median latency of conversation queries sent at a steady rate, each together with a talent query. */
async function measureConversation(graph: RemoteGraph): Promise<number> {
  const conversationTimes: Promise<number>[] = [];
  const talentQueries: Promise<unknown>[] = [];
  for (let query = 0; query < queries; query += 1) {
    talentQueries.push(graph.ask(talent, query % 10));
    conversationTimes.push(timed(graph, query % 10));
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  const times = await Promise.all(conversationTimes);
  await Promise.all(talentQueries);
  return median(times);
}

async function timed(graph: RemoteGraph, caller: number): Promise<number> {
  const startedAt = performance.now();
  const { errors } = await graph.ask(conversations, caller);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return performance.now() - startedAt;
}

async function waitForRecovery(graph: RemoteGraph): Promise<void> {
  while ((await graph.ask(talent)).errors.length > 0) await new Promise((resolve) => setTimeout(resolve, 200));
}
