import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchCase, median } from './figure.ts';

/** Time from starting the program to its first response. */
export const start: BenchCase = {
  name: 'start',
  async measure() {
    const dataDir = await mkdtemp(join(tmpdir(), 'graph-bench-'));
    const first = await timeToFirstResponse(dataDir, 4801);
    const again: number[] = [];
    for (let run = 0; run < 5; run += 1) again.push(await timeToFirstResponse(dataDir, 4802 + run));
    await rm(dataDir, { recursive: true });
    const time = median(again);
    return [
      {
        name: 'start to first response with an existing database',
        value: `${time.toFixed(2)} s`,
        baseline: `${first.toFixed(2)} s at the first start, with demo data`,
        target: 'under 2 s',
        reached: time < 2,
      },
    ];
  },
};

async function timeToFirstResponse(dataDir: string, port: number): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: 'ignore',
  });
  while (!(await responds(port))) await new Promise((resolve) => setTimeout(resolve, 10));
  const seconds = (performance.now() - startedAt) / 1000;
  child.kill();
  await once(child, 'exit');
  return seconds;
}

async function responds(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ signals(first: 1) { nodes { id } } }' }),
    });
    return response.ok;
  } catch {
    return false;
  }
}
