import type { Figure } from '../figure.ts';
import { type FairServer, startFairServer } from './fair-server.ts';

const bytes = 900_000;
const repetitions = 10;

const filterQuery = 'query ($filter: SignalFilter) { signals(filter: $filter) { totalCount } }';
const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index));

interface Shape {
  name: string;
  query: string;
  variables?: object;
  /** The size of the response before there was a limit. */
  before?: string;
}

const shapes: Shape[] = [
  {
    name: 'unknown keys',
    before: '43.5 MB without a limit',
    query: filterQuery,
    variables: { filter: Object.fromEntries(times(bytes / 18, (index) => `unknown_${index}`).map((key) => [key, 1])) },
  },
  {
    name: 'wrong values',
    query: filterQuery,
    variables: { filter: { types: times(bytes / 15, (index) => `WRONG_${index}`) } },
  },
  { name: 'unknown variables', query: '{ __typename }', variables: { nonsense: 'x'.repeat(bytes) } },
  { name: 'unknown fields', query: `{ ${times(bytes / 14, (index) => `unknown_${index}`).join(' ')} }` },
];

/** Size and CPU time of the responses to large invalid requests. */
export async function measureNonsense(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const shape of shapes) {
    const server = await startFairServer({ DATA_DIR: 'memory', DEMO_DATA: 'false' });
    figures.push(...(await measureShape(server, shape)));
    await server.close();
  }
  return figures;
}

async function measureShape(server: FairServer, { name, query, variables, before }: Shape): Promise<Figure[]> {
  const { bytes: answered, codes, status } = await server.ask('greedy', query, variables);
  const cpuMsBefore = await server.cpuMs();
  for (let repetition = 0; repetition < repetitions; repetition += 1) await server.ask('greedy', query, variables);
  const cpu = ((await server.cpuMs()) - cpuMsBefore) / repetitions;
  return [
    {
      name: `response to 0.9 MB of ${name}`,
      value: `${(answered / 1000).toFixed(1)} kB (${status} ${codes[0] ?? ''})`,
      baseline: before ?? '',
      target: 'below 20 kB',
      reached: answered < 20_000 && status !== 0,
    },
    {
      name: `CPU time of 0.9 MB of ${name}`,
      value: server.isRunning() ? `${cpu.toFixed(0)} ms` : 'crashed',
      baseline: '',
      target: 'below 100 ms',
      reached: cpu < 100,
    },
  ];
}
