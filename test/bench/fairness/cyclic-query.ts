import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, milliseconds, percentile } from '../figure.ts';
import { type Answer, type FairServer, prepareStorage, startFairServer } from './fair-server.ts';
import { sampleSteadily } from './sample-steadily.ts';

const inParallel = 20;
const loadMs = 15_000;

/** Lists, their signals, the lists of those, and so on: `first` entries per list on each of three levels. */
const cyclicQuery = (first: number) =>
  `{ lists { entries(first:${first}) { nodes { signal { lists { entries(first:${first}) { nodes { signal { lists { entries(first:${first}) { nodes { id signal {id fullName}}}}}}}}}}}}}`;

const scenarios = [
  { name: 'the cyclic query', environment: {}, document: async () => cyclicQuery(100) },
  {
    name: 'the cyclic query with COST_MODE=off',
    environment: { COST_MODE: 'off' },
    document: async () => cyclicQuery(100),
  },
  { name: 'the largest admitted cyclic query', environment: {}, document: largestAdmitted },
];

/** Latency of other requests while one caller sends the cyclic query twenty times in parallel, at 512 MB of heap. */
export async function measureCyclicQuery(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'graph-bench-'));
  await prepareStorage({ DATA_DIR: dataDir });
  const figures: Figure[] = [];
  for (const { name, environment, document } of scenarios) {
    const server = await startFairServer({ DATA_DIR: dataDir, CACHE_SECONDS: '0', ...environment });
    figures.push(...(await measureScenario(server, { name, document: await document(server) })));
    await server.close();
  }
  await rm(dataDir, { recursive: true });
  return figures;
}

async function measureScenario(server: FairServer, { name, document }: { name: string; document: string }) {
  const ask = () => server.ask('modest', '{ lists { id } }');
  const probe = () => server.probe('/health/live');
  for (let warming = 0; warming < 50; warming += 1) await ask();
  const idle = await sampleSteadily(ask, until(3000));
  const isOver = until(loadMs);
  const [answers, probes, greedy] = await Promise.all([
    sampleSteadily(ask, isOver),
    sampleSteadily(probe, isOver),
    Promise.all(Array.from({ length: inParallel }, () => repeat(server, { document, isOver }))),
  ]);
  const failed = answers.filter(({ status, codes }) => status !== 200 || codes.length > 0);
  const outcomes = Object.entries(Object.groupBy(greedy.flat(), ({ status, codes }) => `${status} ${codes[0] ?? ''}`))
    .map(([outcome, some = []]) => `${some.length}× ${outcome.trim()}`)
    .join(', ');
  return [
    {
      name: `another caller's p99 during ${name}`,
      value: milliseconds(p99(answers)),
      baseline: `${milliseconds(p99(idle))} idle; 11 to 60 s without limits`,
      target: 'below 250 ms',
      reached: p99(answers) < 250,
    },
    {
      name: `/health/live p99 during ${name}`,
      value: milliseconds(p99(probes)),
      baseline: '',
      target: 'below 500 ms',
      reached: p99(probes) < 500,
    },
    {
      name: `another caller's failures during ${name}`,
      value: `${failed.length} of ${answers.length}${server.isRunning() ? '' : '; the server crashed'}`,
      baseline: outcomes,
      target: '0, no crash',
      reached: failed.length === 0 && server.isRunning(),
    },
  ];
}

const p99 = (answers: readonly Answer[]) =>
  percentile(
    answers.map(({ durationMs }) => durationMs),
    99,
  );

/** A function that returns true once the time has passed. */
function until(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}

async function repeat(
  server: FairServer,
  { document, isOver }: { document: string; isOver: () => boolean },
): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (!isOver() && server.isRunning()) answers.push(await server.ask('greedy', document));
  return answers;
}

/** The cyclic query with the largest pages whose estimated cost is below the limit. */
async function largestAdmitted(server: FairServer): Promise<string> {
  for (let first = 100; first > 1; first -= 1) {
    const { codes } = await server.ask('greedy', cyclicQuery(first));
    if (!codes.includes('COST_ESTIMATED_TOO_EXPENSIVE')) return cyclicQuery(first);
  }
  return cyclicQuery(1);
}
