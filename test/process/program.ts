import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { copyDatabase } from '../support/database/migrated-database.ts';
import { ask } from '../support/graph/served-graph.ts';

/** The program in a process of its own, as `npm start` runs it. */
export interface Program {
  pid: number;
  /** Of the graph, with the path; of a program that serves the platform alone, the platform's. */
  url: string;
  ask(query: string, variables?: object): ReturnType<typeof ask>;
  /** What it has written so far, to both outputs. */
  written(): string;
  /** Sends a signal and waits for the end, and for all that was written. */
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

/** A data folder with a migrated, empty database; it is gone after `cleanUp`. */
export async function makeDataFolder(): Promise<string> {
  const folder = await makeFolder();
  await copyDatabase(folder);
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
  let written = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      written += chunk.toString();
      const [, address] = /answers at (\S+)\n/.exec(written) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => reject(new Error(`The program did not start: ${written}`)));
  });
  return {
    pid: child.pid ?? 0,
    url,
    ask: (query, variables) => ask(url, query, variables),
    written: () => written,
    async end(signal) {
      const ended = once(child, 'close');
      child.kill(signal);
      const [code, endedBy] = await ended;
      return { code, signal: endedBy };
    },
  };
}

const logLine = z.looseObject({ level: z.int(), msg: z.string() });

/** The lines of the log in what a program wrote. */
export const logLines = (program: Program) =>
  program
    .written()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => logLine.parse(JSON.parse(line)));

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
