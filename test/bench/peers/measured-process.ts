import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { printedAddress } from '../printed-address.ts';

export interface MeasuredProcess extends AsyncDisposable {
  /** The address that the process printed. */
  url: string;
  /** CPU time so far in milliseconds, of all threads. Asked of the process itself: /proc counts in steps of 10 ms. */
  cpuMs(): Promise<number>;
  /** Resident memory in bytes. */
  residentBytes(): Promise<number>;
  /** URLs of the scripts of which a function ran since the last call. From the first call on, the process is slower. */
  coveredScripts(): Promise<string[]>;
  /** Stops the process until `resume`: it keeps its connections and its locks. */
  pause(): void;
  resume(): void;
}

export interface MeasuredProgram {
  /** Path of the program, relative to `root`. */
  file: string;
  root?: string;
  environment?: Record<string, string>;
}

/** Starts a Node.js program that prints its address, and waits for the address. */
export async function startMeasured({ file, root = '.', environment }: MeasuredProgram): Promise<MeasuredProcess> {
  const reporter = new URL('report-usage.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', reporter, file], {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ask = async (question: string): Promise<unknown> => {
    child.send(question);
    return (await once(child, 'message'))[0];
  };
  const usage = async () => usageSchema.parse(await ask('usage'));
  return {
    url: await printedAddress(child),
    cpuMs: async () => (await usage()).cpuMs,
    residentBytes: async () => (await usage()).rss,
    coveredScripts: async () => z.array(z.string()).parse(await ask('coverage')),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      child.kill();
      // Hive Gateway can ignore SIGTERM.
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      clearTimeout(timer);
    },
  };
}

const usageSchema = z.object({ cpuMs: z.number(), rss: z.number() });

export const startRecordedUpstream = () => startMeasured({ file: 'test/bench/peers/recorded-upstream.ts' });
