import { problemCodes } from '../../../src/tools/errors/error-codes.ts';
import { resetInBody, text } from '../../support/chaos/body-faults.ts';
import { afterwards, bareStatus, reset } from '../../support/chaos/faults.ts';
import { type BenchCase, type Figure, median } from '../figure.ts';
import { misbehave } from './misbehave.ts';
import { type RemoteGraph, startRemoteGraph } from './remote-graph.ts';

const workers = 8;
/** Numbers of the misbehaving callers, apart from those of the workers. */
const misbehavingCallers = [100, 101];

const reads = [
  '{ signals(first: 25, filter: { minScore: 6 }) { totalCount nodes { fullName experiences { company { name } } } } }',
  '{ activities(first: 5) { nodes { title host { name } summary { content } comments { text } } } }',
  '{ savedSearches { title } organization { name } users { name } }',
  '{ cities(first: 10) { nodes { name } } topicThemes { name } }',
];

const documentedCodes = new Set<string | undefined>(problemCodes);

export const mixedLoad: BenchCase = {
  name: 'mixed load',
  measure: ({ minutes }) => mixedLoadFigures({ minutes, misbehaving: false }),
};

/**
 * Errors, lost writes and memory after minutes of load during which one call in twenty fails.
 * @param options.misbehaving whether two further callers send expensive and invalid operations without a pause
 */
export async function mixedLoadFigures({ minutes, misbehaving }: { minutes: number; misbehaving: boolean }) {
  const graph = await startRemoteGraph({ collectEveryMs: Math.ceil(minutes * 600) });
  for (const fault of [reset, afterwards(reset), resetInBody, text('{"data":'), bareStatus(503)]) {
    graph.upstream.injectFault('call', fault, { percent: 1 });
  }
  const seen = { operations: 0, failures: 0, undocumented: 0, created: new Set<string>() };
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > minutes * 60_000;
  const callers = misbehaving ? misbehavingCallers : [];
  const [floods] = await Promise.all([
    Promise.all(callers.map((caller) => misbehave(graph, { caller, isOver }))),
    ...Array.from({ length: workers }, (_, worker) => work(graph, { worker, seen, isOver })),
  ]);
  const rows = await graph.database.db
    .selectFrom('talent_lists')
    .select('name')
    .where('name', 'like', 'load %')
    .execute();
  const figures = summarise(graph, { minutes, seen, rows });
  if (misbehaving) figures.push(unforeseenErrors(floods, minutes));
  await graph.close();
  return figures;
}

function unforeseenErrors(floods: Awaited<ReturnType<typeof misbehave>>[], minutes: number): Figure {
  const unforeseen = floods.flatMap((flood) => flood.unforeseen);
  return {
    name: `unforeseen errors of misbehaving callers in ${minutes} minutes`,
    value: [unforeseen.length, ...new Set(unforeseen)].join(' '),
    baseline: `${floods.reduce((sum, { sent }) => sum + sent, 0)} operations`,
    target: '0',
    reached: unforeseen.length === 0,
  };
}

interface Seen {
  operations: number;
  failures: number;
  undocumented: number;
  /** Names of lists whose creation was acknowledged. */
  created: Set<string>;
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
    if (status !== 200 || codes.some((code) => !documentedCodes.has(code))) seen.undocumented += 1;
    if (result.__typename === 'CreateListSuccess') seen.created.add(name);
  }
}

function summarise(
  graph: RemoteGraph,
  { minutes, seen, rows }: { minutes: number; seen: Seen; rows: { name: string }[] },
): Figure[] {
  const { operations, failures, undocumented, created } = seen;
  const counts = Map.groupBy(rows, ({ name }) => name);
  const lost = [...created].filter((name) => !counts.has(name)).length;
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
    none(
      'errors without a documented code',
      undocumented,
      `${failures} documented failures in ${operations} operations`,
    ),
    none('lost acknowledged writes', lost, `${created.size} acknowledged`),
    none('duplicated writes', doubled, `${counts.size} writes`),
    {
      name: `heap after full garbage collections, last fifth ${during}`,
      value: `${late.toFixed(1)} MB`,
      baseline: `${early.toFixed(1)} MB in the second fifth`,
      target: 'at most ×1.1',
      reached: late <= 1.1 * early,
    },
  ];
}
