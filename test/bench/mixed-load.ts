import { problemCodes } from '../../src/tools/error-codes.ts';
import { resetInBody, text } from '../support/chaos/body-faults.ts';
import { afterwards, bareStatus, reset } from '../support/chaos/faults.ts';
import { type BenchCase, type Figure, median } from './figure.ts';
import { type RemoteGraph, startRemoteGraph } from './remote-graph.ts';

const minutes = Number(process.env['MIXED_LOAD_MINUTES'] ?? 10);
const workers = 8;

const reads = [
  '{ signals(first: 25, filter: { minScore: 6 }) { totalCount nodes { fullName experiences { company { name } } } } }',
  '{ activities(first: 5) { nodes { title host { name } summary { content } comments { text } } } }',
  '{ savedSearches { title } organization { name } users { name } }',
  '{ cities(first: 10) { nodes { name } } topicThemes { name } }',
];

const foreseen = new Set<string | undefined>(problemCodes);

/** What is left of a long time in which one call of twenty goes wrong. */
export const mixedLoad: BenchCase = {
  name: 'mixed load',
  async measure() {
    const graph = await startRemoteGraph({ collectEveryMs: Math.ceil(minutes * 600) });
    for (const fault of [reset, afterwards(reset), resetInBody, text('{"data":'), bareStatus(503)]) {
      graph.upstream.misbehave('call', fault, { percent: 1 });
    }
    const seen = { operations: 0, failures: 0, unforeseen: 0, made: new Set<string>() };
    const begun = performance.now();
    const isOver = () => performance.now() - begun > minutes * 60_000;
    await Promise.all(Array.from({ length: workers }, (_, worker) => work(graph, { worker, seen, isOver })));
    const rows = await graph.database.db
      .selectFrom('talent_lists')
      .select('name')
      .where('name', 'like', 'load %')
      .execute();
    const figures = summarise(graph, seen, rows);
    await graph.close();
    return figures;
  },
};

interface Seen {
  operations: number;
  failures: number;
  unforeseen: number;
  /** Names of lists that were said to be made. */
  made: Set<string>;
}

async function work(
  graph: RemoteGraph,
  { worker, seen, isOver }: { worker: number; seen: Seen; isOver: () => boolean },
): Promise<void> {
  for (let round = 0; !isOver(); round += 1) {
    const name = `load ${worker}.${round}`;
    const isWrite = round % 5 === 4;
    const document = isWrite
      ? `mutation { createList(input: { name: "${name}" }) { __typename ... on Problem { code } } }`
      : (reads[(round + worker) % reads.length] ?? '');
    const { status, data, errors } = await graph.ask(document, worker);
    const result = Object(data['createList']);
    const codes = [...errors.map(({ extensions }) => extensions?.code), ...(result.code ? [result.code] : [])];
    seen.operations += 1;
    if (codes.length > 0) seen.failures += 1;
    if (status !== 200 || codes.some((code) => !foreseen.has(code))) seen.unforeseen += 1;
    if (result.__typename === 'CreateListSuccess') seen.made.add(name);
  }
}

function summarise(graph: RemoteGraph, { operations, failures, unforeseen, made }: Seen, rows: { name: string }[]) {
  const counts = Map.groupBy(rows, ({ name }) => name);
  const lost = [...made].filter((name) => !counts.has(name)).length;
  const doubled = [...counts.values()].filter(({ length }) => length > 1).length;
  const end = graph.heap.at(-1)?.seconds ?? 0;
  const between = (from: number, to: number) =>
    median(
      graph.heap.filter(({ seconds }) => seconds >= from * end && seconds <= to * end).map((each) => each.megabytes),
    );
  const early = between(0.2, 0.4);
  const late = between(0.8, 1);
  const during = `in ${minutes} minutes`;
  const none = (name: string, value: number, of: string): Figure => ({
    name: `${name} ${during}`,
    value: String(value),
    baseline: of,
    target: '0',
    reached: value === 0,
  });
  return [
    none('errors that nobody foresaw', unforeseen, `${failures} foreseen, of ${operations} operations`),
    none('acknowledged writes that were lost', lost, `${made.size} acknowledged`),
    none('writes that happened twice', doubled, `${counts.size} happened`),
    {
      name: `heap after full collections, the last fifth ${during}`,
      value: `${late.toFixed(1)} MB`,
      baseline: `${early.toFixed(1)} MB in the second fifth`,
      target: 'at most ×1.1',
      reached: late <= 1.1 * early,
    },
  ];
}
