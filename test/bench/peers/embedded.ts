import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BenchCase, Figure } from '../figure.ts';
import { startMeasured } from './measured-process.ts';

const idleMs = 60_000;
const settings = { PORT: '0', DEMO_DATA: 'true', CACHE_SECONDS: '0', LOG_LEVEL: 'error' };

/** First start and memory of the graph with its platform in one process, on the embedded database. */
export const embedded: BenchCase = {
  name: 'embedded',
  async measure() {
    const dataDir = await mkdtemp(join(tmpdir(), 'graph-bench-'));
    await using folder = new AsyncDisposableStack();
    folder.defer(() => rm(dataDir, { recursive: true }));
    const startedAt = performance.now();
    await using server = await startMeasured({
      file: 'src/main.ts',
      environment: { ...settings, DATA_DIR: join(dataDir, 'data') },
    });
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ signals(first: 8) { nodes { id } } }' }),
    });
    await response.text();
    const seconds = (performance.now() - startedAt) / 1000;
    await setTimeout(idleMs);
    const memory = await server.residentMegabytes();
    const figure = (name: string, value: string, target: string, reached: boolean): Figure => ({
      name,
      value,
      baseline: '',
      target,
      reached,
    });
    return [
      figure('first start to first answer, with demo data', `${seconds.toFixed(2)} s`, 'at most 4 s', seconds <= 4),
      figure('resident memory, 60 s after the first start', `${memory} MB`, 'at most 410 MB', memory <= 410),
    ];
  },
};
