import type { BenchCase, Figure } from '../figure.ts';
import { median, milliseconds } from '../figure.ts';
import { authentication } from '../load/caller-token.ts';
import { createClient } from './measure.ts';
import { startMeasured, startRecordedUpstream } from './measured-process.ts';
import { newestSignalIds } from './peers.ts';
import { nodeSettings } from './servers.ts';
import { workloadsFor } from './workloads.ts';

/** Two graph nodes in front of one platform; with TEST_REDIS_URL also two that share a Redis. */
export const twoNodes: BenchCase = {
  name: 'two nodes',
  async measure({ rounds }) {
    const redisUrl = process.env['TEST_REDIS_URL'];
    const figures = await measureNodes({ rounds, title: 'without Redis', environment: {} });
    if (redisUrl === undefined) return figures;
    const shared = await measureNodes({ rounds, title: 'with a shared Redis', environment: { REDIS_URL: redisUrl } });
    return [...figures, ...shared];
  },
};

interface NodeOptions {
  rounds: number;
  title: string;
  environment: Record<string, string>;
}

/** Throughput grows with the nodes if a request takes the same CPU time on each, and no node waits for another. */
async function measureNodes({ rounds, title, environment }: NodeOptions): Promise<Figure[]> {
  await using upstream = await startRecordedUpstream();
  const settings = { ...nodeSettings(upstream.url), ...authentication, ...environment };
  await using first = await startMeasured({ file: 'src/main.ts', environment: settings });
  await using second = await startMeasured({ file: 'src/main.ts', environment: settings });
  const workload = workloadsFor(await newestSignalIds(upstream.url)).find(({ name }) => name === 'page');
  if (!workload) throw new Error('The workload is missing.');
  const clients = [await createClient(first, workload), await createClient(second, workload)] as const;
  const together = () => Promise.all(clients.map((client) => client.round()));
  for (let warmUp = 0; warmUp < 5; warmUp += 1) await together();

  const alone: number[] = [];
  const withSecond: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await clients[0].round());
    withSecond.push((await together())[0] ?? Number.NaN);
  }

  const unanswered = clients[0].answers();
  first.pause();
  const answers = await clients[1].answers();
  first.resume();
  const isSame = JSON.stringify(answers) === JSON.stringify(await unanswered);
  for (const client of clients) await client.close();
  const ratio = median(withSecond.map((time, round) => time / (alone[round] ?? Number.NaN)));
  return [
    {
      name: `CPU time of the page on a node beside a second one, ${title}`,
      value: `${milliseconds(median(withSecond))} (×${ratio.toFixed(2)})`,
      baseline: `${milliseconds(median(alone))} alone`,
      target: 'at most ×1.1',
      reached: ratio <= 1.1,
    },
    {
      name: `pages answered by one node while the other is paused mid-request, ${title}`,
      value: `${answers.length}, ${isSame ? 'the same' : 'different'} data`,
      baseline: '',
      target: `${workload.documents.length}, the same data`,
      reached: isSame && answers.length === workload.documents.length,
    },
  ];
}
