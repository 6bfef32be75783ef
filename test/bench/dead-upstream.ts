import type { Fault } from '../support/chaos/exchange.ts';
import { reset, silence } from '../support/chaos/faults.ts';
import { type BenchCase, type Figure, median, milliseconds } from './figure.ts';
import { type RemoteGraph, startRemoteGraph } from './remote-graph.ts';

const talent = '{ signals(first: 10) { nodes { fullName lists { name } } } }';
const conversations = '{ activities(first: 10) { nodes { title host { name } summary { content } } } }';
const everyMs = 60;
const queries = 100;

/** What one connection feels of another that is dead. */
export const deadUpstream: BenchCase = {
  name: 'dead upstream',
  async measure() {
    const graph = await startRemoteGraph({ remembers: true, environment: { CACHE_SECONDS: '0' } });
    await measureConversation(graph);
    const figures: Figure[] = [];
    for (const [how, fault] of ways) {
      graph.upstream.behave();
      await recovered(graph);
      const before = await measureConversation(graph);
      graph.upstream.misbehave('on talent', fault);
      const during = await measureConversation(graph);
      figures.push({
        name: `conversations while talent ${how}`,
        value: `${milliseconds(during)} (×${(during / before).toFixed(2)})`,
        baseline: `${milliseconds(before)} with both alive`,
        target: 'at most ×1.2',
        reached: during <= 1.2 * before,
      });
    }
    await graph.close();
    return figures;
  },
};

const ways: [string, Fault][] = [
  ['resets every call', reset],
  ['never answers', silence],
];

/** The median of conversation queries that are asked for at a steady pace, a talent query beside each. */
async function measureConversation(graph: RemoteGraph): Promise<number> {
  const asked: Promise<number>[] = [];
  const beside: Promise<unknown>[] = [];
  for (let query = 0; query < queries; query += 1) {
    beside.push(graph.ask(talent, query % 10));
    asked.push(timed(graph, query % 10));
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  const times = await Promise.all(asked);
  await Promise.all(beside);
  return median(times);
}

async function timed(graph: RemoteGraph, caller: number): Promise<number> {
  const begun = performance.now();
  const { errors } = await graph.ask(conversations, caller);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return performance.now() - begun;
}

async function recovered(graph: RemoteGraph): Promise<void> {
  while ((await graph.ask(talent)).errors.length > 0) await new Promise((resolve) => setTimeout(resolve, 200));
}
