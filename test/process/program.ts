import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ask } from '../support/served.ts';

/** The program in a process of its own, as `npm start` runs it. */
export interface Program {
  pid: number;
  /** Of the graph, with the path; of a program that serves the platform alone, the platform's. */
  url: string;
  ask(query: string, variables?: object): ReturnType<typeof ask>;
  /** Sends a signal and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<{ code: number | null; signal: string | null }>;
}

/** How a process ended that was not to answer. */
export interface Refusal {
  code: number | null;
  stdout: string;
  stderr: string;
}

type Environment = Record<string, string>;

const children = new Set<ChildProcess>();
const folders = new Set<string>();

/** A folder that is gone after `cleanUp`. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'graph-test-'));
  folders.add(folder);
  return folder;
}

/** Ends what still runs and removes all folders. */
export async function cleanUp(): Promise<void> {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  children.clear();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  folders.clear();
}

/** Starts a process and does not wait for anything. Without demo data, on a free port, unless told otherwise. */
export function spawnProgram(
  environment: Environment,
  { args = [], ...options }: { uid?: number; args?: string[] } = {},
) {
  const child = spawn(join('node_modules', '.bin', 'node'), ['src/main.ts', ...args], {
    env: { PATH: process.env['PATH'], PORT: '0', DEMO_DATA: 'false', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  children.add(child);
  return child;
}

/** Starts the program and waits until it says where it answers. */
export async function startProgram(environment: Environment): Promise<Program> {
  const child = spawnProgram(environment);
  const faults = text(child.stderr);
  const url = await waitForOutput(child.stdout, /http:\/\/\S+\/(graphql|api\/v1)/);
  if (url === undefined) throw new Error(`The program did not start: ${await faults}`);
  return {
    pid: child.pid ?? 0,
    url,
    ask: (query, variables) => ask(url, query, variables),
    async end(signal) {
      const ended = once(child, 'exit');
      child.kill(signal);
      const [code, endedBy] = await ended;
      return { code, signal: endedBy };
    },
  };
}

/** Starts the program, which must end by itself. */
export async function refusedStart(environment: Environment, options: { uid?: number } = {}): Promise<Refusal> {
  const child = spawnProgram(environment, options);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, stdout, stderr };
}

/** The first match in what a process writes; nothing when it ends before. */
export async function waitForOutput(output: AsyncIterable<Buffer>, pattern: RegExp): Promise<string | undefined> {
  let written = '';
  for await (const chunk of output) {
    written += chunk.toString();
    const match = pattern.exec(written);
    if (match) return match[0];
  }
  return undefined;
}
