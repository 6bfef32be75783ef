import { authentication } from '../../support/network/caller-token.ts';
import { type BenchCase, chosen, type Figure, median, milliseconds } from '../figure.ts';
import { graphSettings, type MeasuredProcess, startMeasured, startRecordedUpstream } from '../measured-process.ts';
import { measureInTurns } from './measure.ts';
import { type Workload, workloads } from './workloads.ts';

type StartServer = (upstreamUrl: string) => Promise<MeasuredProcess>;

const graph =
  (root: string, upstreamPath = ''): StartServer =>
  (upstreamUrl) =>
    startMeasured({
      file: 'src/main.ts',
      root,
      environment: { ...graphSettings(upstreamUrl + upstreamPath), ...authentication },
    });
const peer =
  (file: string): StartServer =>
  (upstreamUrl) =>
    startMeasured({ file, environment: { UPSTREAM_URL: upstreamUrl } });

const serversFor = (copy: string | undefined): Record<string, StartServer> => ({
  ours: graph('.'),
  'ours-batched': graph('.', '/batch'),
  ...(copy !== undefined && { before: graph(copy), 'before-batched': graph(copy, '/batch') }),
  mercurius: peer('test/system/ecosystem/mercurius.ts'),
  yoga: peer('test/bench/peers/yoga.ts'),
});

/** Compares the CPU time per request of this graph with that of minimal servers on one upstream. */
export const peers: BenchCase = {
  name: 'peers',
  needsEcosystem: true,
  async measure({ only, servers: names, copy, rounds }) {
    await using upstream = await startRecordedUpstream();
    await using running = new AsyncDisposableStack();
    const servers = new Map<string, MeasuredProcess>();
    for (const [name, start] of chosen(Object.entries(serversFor(copy)), ([server]) => server, names))
      servers.set(name, running.use(await start(upstream.url)));
    const figures: Figure[] = [];
    for (const workload of chosen(workloads, ({ name }) => name, only))
      figures.push(...figuresOf(workload, await measureInTurns(servers, workload, rounds)));
    return figures;
  },
};

const comparedServers = ['mercurius', 'yoga', 'before', 'before-batched'];

function figuresOf({ name, target }: Workload, times: ReadonlyMap<string, readonly number[]>): Figure[] {
  return Array.from(times, ([server, rounds]) => {
    const ratios = comparedServers.flatMap((other) => {
      const others = other === server ? undefined : times.get(other);
      return others ? [{ other, ratio: medianRatio(rounds, others) }] : [];
    });
    const hasTarget = server.startsWith('ours') && times.has(target.server);
    const factor = server.endsWith('-batched') ? target.batchedFactor : target.factor;
    return {
      name: `${name}: ${server}`,
      value: milliseconds(median(rounds)),
      baseline: ratios.map(({ other, ratio }) => `×${ratio.toFixed(2)} of ${other}`).join(', '),
      target: hasTarget ? `at most ×${factor} of ${target.server}` : '',
      reached: !hasTarget || ratios.every(({ other, ratio }) => other !== target.server || ratio <= factor),
    };
  });
}

/** The median ratio of rounds that ran one after the other, so that other load affects both. */
const medianRatio = (rounds: readonly number[], others: readonly number[]) =>
  median(rounds.map((time, round) => time / (others[round] ?? Number.NaN)));
