import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { readConfig } from '../../../src/app/config/config.ts';
import { OperatorError } from '../../../src/tools/errors/operator-error.ts';
import { copyDatabase } from '../database/migrated-database.ts';
import { ask } from '../graph/served-graph.ts';

/** The program in a separate process, as `npm start` runs it. */
export interface Program {
  pid: number;
  /** The address that the program printed: of the graph or, if it serves none, of the platform. */
  url: string;
  ask(query: string, variables?: object): ReturnType<typeof ask>;
  /** Output so far, standard output and error combined. */
  written(): string;
  /** Sends a signal, then waits until the process has exited and its output is complete. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<{ code: number | null; signal: string | null }>;
}

/** Outcome of a start that fails. */
export interface Refusal {
  code: number | null;
  stdout: string;
  stderr: string;
}

type Environment = Record<string, string>;

/**
 * Disables the optimizing compiler of WebAssembly: optimizing PGlite takes a quarter of the CPU
 * time of a start, more than it saves in a process that runs for seconds.
 */
export const nodeFlags = ['--liftoff-only'];

/** Arguments and environment of a process that runs an inline script, with the compile cache of the program. */
export const inlineScript = (script: string) => ({
  args: [...nodeFlags, '--input-type=module', '--eval', script],
  env: { ...process.env, NODE_COMPILE_CACHE: join('node_modules', '.cache', 'compile') },
});

const children = new Set<ChildProcess>();
const folders = new Set<string>();

/** Creates a folder that `cleanUp` removes. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'graph-test-'));
  folders.add(folder);
  return folder;
}

/** Creates a data folder with a migrated, empty database. `cleanUp` removes it. */
export async function makeDataFolder(): Promise<string> {
  const folder = await makeFolder();
  await copyDatabase(folder);
  return folder;
}

/** Kills all running processes and removes all folders. */
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

export interface ProcessOptions {
  /** The checkout whose program runs; by default the current folder. */
  cwd?: string;
  /** Ids of another user and group to run as; only root can set them. */
  uid?: number;
  gid?: number;
}

/** Starts a process without waiting for it; by default without demo data and on a free port. */
export function spawnProgram(
  environment: Environment,
  { args = [], ...options }: ProcessOptions & { args?: string[] } = {},
) {
  const child = spawn(join('node_modules', '.bin', 'node'), [...nodeFlags, 'src/main.ts', ...args], {
    env: { PATH: process.env['PATH'], PORT: '0', DEMO_DATA: 'false', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  children.add(child);
  return child;
}

/** Starts the program and waits until it prints its address. */
export async function startProgram(environment: Environment, options: ProcessOptions = {}): Promise<Program> {
  const child = spawnProgram(environment, options);
  let written = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      written += chunk.toString();
      const [, address] = /ready at (\S+)\n/.exec(written) ?? [];
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

/** The log entries in the output of a program. */
export const logLines = (program: Program) =>
  program
    .written()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => logLine.parse(JSON.parse(line)));

/** The errors of a process without its progress reports, whose number depends on the machine. */
export const withoutProgress = (stderr: string) => stderr.replaceAll(/^Starting: .*\n/gm, '');

/** Starts the program and waits until it exits. */
export async function refusedStart(environment: Environment, options: ProcessOptions = {}): Promise<Refusal> {
  const child = spawnProgram(environment, options);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, stdout, stderr: withoutProgress(stderr) };
}

/**
 * Starts the server in this process and returns the message that the program would print. Much
 * faster than `refusedStart`, but does not show that the program exits after the fault.
 */
export async function startFault(environment: Environment): Promise<string> {
  // Import the graph only here: most tests do not need it.
  const { serve } = await import('../../../src/app/cli/serve/serve.ts');
  const config = readConfig({ PORT: '0', DEMO_DATA: 'false', LOG_LEVEL: 'error', ...environment });
  const error: unknown = await serve(config, { step: () => {}, stop: () => {} }).catch((fault: unknown) => fault);
  if (!(error instanceof OperatorError)) throw new Error('the start did not fail with a message', { cause: error });
  return error.message;
}

/** The first match in the output of a process; undefined if it exits first. */
export async function waitForOutput(output: AsyncIterable<Buffer>, pattern: RegExp): Promise<string | undefined> {
  let written = '';
  for await (const chunk of output) {
    written += chunk.toString();
    const match = pattern.exec(written);
    if (match) return match[0];
  }
  return undefined;
}
