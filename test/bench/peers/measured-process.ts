import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { printedAddress } from '../printed-address.ts';

export interface MeasuredProcess extends AsyncDisposable {
  /** The address that the process printed. */
  url: string;
  /** CPU time so far in milliseconds, of all threads. Asked of the process itself: /proc counts in steps of 10 ms. */
  cpuMs(): Promise<number>;
}

export interface MeasuredProgram {
  /** Path of the program, relative to `root`. */
  file: string;
  root?: string;
  environment?: Record<string, string>;
}

/** Starts a Node.js program that prints its address, and waits for the address. */
export async function startMeasured({ file, root = '.', environment }: MeasuredProgram): Promise<MeasuredProcess> {
  const reporter = new URL('report-cpu.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', reporter, file], {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  return {
    url: await printedAddress(child),
    async cpuMs() {
      child.send('cpu');
      const [milliseconds] = await once(child, 'message');
      return Number(milliseconds);
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
