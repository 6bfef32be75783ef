import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { printedAddress } from '../support/process/printed-address.ts';

const entriesSchema = z.array(z.object({ name: z.string(), file: z.string(), caller: z.string().optional() }));
type Entry = z.output<typeof entriesSchema>[number];

export interface MeasuredProcess extends AsyncDisposable {
  /** The address that the process printed. */
  url: string;
  /** CPU time of all threads so far, in ms. Not read from /proc, which counts in 10 ms steps. */
  cpuMs(): Promise<number>;
  /** The longest CPU time of the main thread between two turns of the event loop since the last call, in milliseconds. */
  longestStretchMs(): Promise<number>;
  /** Calls `run` twice, and returns each entry of a function of src in the second call, if the first call ran it too. */
  entriesOf(run: () => Promise<unknown>): Promise<Entry[]>;
  residentMegabytes(): Promise<number>;
  isRunning(): boolean;
}

export interface MeasuredProgram {
  /** Path of the program, relative to `root`. */
  file: string;
  root?: string;
  environment?: Record<string, string>;
  /** Options of Node.js. */
  options?: string[];
}

/** Starts a Node.js program that prints its address, and waits for the address. */
export async function startMeasured(program: MeasuredProgram): Promise<MeasuredProcess> {
  const { file, root = '.', environment, options = [] } = program;
  const reporter = new URL('report-usage.ts', import.meta.url).href;
  const child = spawn(process.execPath, [...options, '--import', reporter, file], {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const ask = async (question: string): Promise<unknown> => {
    child.send(question);
    return (await once(child, 'message'))[0];
  };
  return {
    url: await printedAddress(child),
    isRunning,
    cpuMs: async () => z.number().parse(await ask('cpu')),
    longestStretchMs: async () => z.number().parse(await ask('stretch')),
    async entriesOf(run) {
      await ask('begin');
      await run();
      await ask('watch');
      await run();
      return entriesSchema.parse(await ask('entries'));
    },
    async residentMegabytes() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000);
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      if (isRunning()) await once(child, 'exit');
      clearTimeout(timer);
    },
  };
}

/** Settings of a graph node. The cache of lookups is off, so that each page makes all its calls. */
export const graphSettings = (platformUrl: string) => ({
  DATA_DIR: 'memory',
  PORT: '0',
  CACHE_SECONDS: '0',
  LOG_LEVEL: 'error',
  PLATFORM_URL: platformUrl,
  PLATFORM_CLIENT_ID: 'bench',
  PLATFORM_CLIENT_SECRET: 'the secret of the bench',
});

export const startRecordedUpstream = () => startMeasured({ file: 'test/bench/peers/recorded-upstream.ts' });
