import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BenchCase, Figure } from '../figure.ts';
import { median, milliseconds } from '../figure.ts';
import { createClient, warmUp } from './measure.ts';
import { type MeasuredProcess, startMeasured } from './measured-process.ts';
import { type Workload, workloadsFor } from './workloads.ts';

const mebibyte = 1024 ** 2;
const idleMs = 60_000;
const settings = { PORT: '0', DEMO_DATA: 'true', CACHE_SECONDS: '0', LOG_LEVEL: 'error' };

/** CPU time, memory and first start of the graph with its platform in one process, on the embedded database. */
export const embedded: BenchCase = {
  name: 'embedded',
  async measure({ rounds }) {
    const dataDir = await mkdtemp(join(tmpdir(), 'graph-bench-'));
    await using folder = new AsyncDisposableStack();
    folder.defer(() => rm(dataDir, { recursive: true }));
    const startedAt = performance.now();
    await using server = await startMeasured({
      file: 'src/main.ts',
      environment: { ...settings, DATA_DIR: join(dataDir, 'data') },
    });
    const ids = await signalIds(server.url);
    const firstAnswerMs = performance.now() - startedAt;
    await setTimeout(idleMs);
    const memory = (await server.residentBytes()) / mebibyte;
    const workloads = workloadsFor(ids);
    return [
      atMost('first start to first answer, with demo data', { value: firstAnswerMs / 1000, unit: 's', limit: 4 }),
      atMost('resident memory, 60 s after the first start', { value: memory, unit: 'MiB', limit: 400 }),
      await cpuTime(server, { workload: named(workloads, 'page'), rounds, limit: 20 }),
      await cpuTime(server, { workload: named(workloads, 'one-signal'), rounds, limit: 2 }),
    ];
  },
};

async function signalIds(url: string): Promise<string[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ signals(first: 8) { nodes { id } } }' }),
  });
  const { data } = await response.json();
  return data.signals.nodes.map(({ id }: { id: string }) => id);
}

function named(workloads: readonly Workload[], name: string): Workload {
  const workload = workloads.find((candidate) => candidate.name === name);
  if (!workload) throw new Error(`There is no workload ${name}.`);
  return workload;
}

interface CpuOptions {
  workload: Workload;
  rounds: number;
  limit: number;
}

async function cpuTime(server: MeasuredProcess, { workload, rounds, limit }: CpuOptions): Promise<Figure> {
  const client = await createClient(server, {
    ...workload,
    // Requests of one caller at the same time share equal calls.
    documents: [...new Set(workload.documents)],
    hasToken: false,
  });
  await warmUp(client);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await client.round());
  await client.close();
  return atMost(`CPU time of ${workload.name}, embedded`, { value: median(times), unit: 'ms', limit });
}

function atMost(name: string, { value, unit, limit }: { value: number; unit: string; limit: number }): Figure {
  const text = unit === 'ms' ? milliseconds(value) : `${value.toFixed(unit === 's' ? 2 : 0)} ${unit}`;
  return { name, value: text, baseline: '', target: `at most ${limit} ${unit}`, reached: value <= limit };
}
