import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { format } from 'node:util';
import { vi } from 'vitest';
import { z } from 'zod';
import { runCommandLine } from '../../../src/app/cli/command-line.ts';
import { nodeFlags } from './program.ts';

export interface CliOutcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command in a separate process until it exits; `input` is piped to it. */
export async function runCli(
  environment: Record<string, string>,
  args: readonly string[],
  input = '',
): Promise<CliOutcome> {
  const child = spawn(join('node_modules', '.bin', 'node'), [...nodeFlags, 'src/main.ts', ...args], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'error', ...environment },
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (signal) throw new Error(`${args.join(' ')} was killed by ${signal}: ${stderr}`);
  return { code, stdout, stderr: withoutAudit(stderr) };
}

/** Removes the audit lines. Tests of `runCommand` read them with `takeAudit`. */
export const withoutAudit = (stderr: string) => stderr.replaceAll(auditLine, '');

const auditLine = /^\{.*"msg":"audit"\}\n/gm;

const auditSchema = z.object({ action: z.string(), subject: z.unknown(), actor: z.literal(userInfo().username) });

const audited: string[] = [];

/** The action and subject of each audit line that `runCommand` has caught since the last call. */
export const takeAudit = () =>
  audited.splice(0).map((line) => {
    const { action, subject } = auditSchema.parse(JSON.parse(line));
    return [action, subject];
  });

/** Like `runCli`, but faster, in this process. Invalid arguments end it; calls must not overlap. */
export async function runCommand(
  environment: Record<string, string>,
  args: readonly string[],
  input = '',
): Promise<CliOutcome> {
  const outcome: CliOutcome = { code: 0, stdout: '', stderr: '' };
  const catchWrites = (name: 'stdout' | 'stderr') =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk, ...rest: unknown[]) => {
      outcome[name] += String(chunk);
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    });
  const { env, exitCode } = process;
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
  const spies = [
    catchWrites('stdout'),
    catchWrites('stderr'),
    vi.spyOn(console, 'error').mockImplementation((...words) => void (outcome.stderr += `${format(...words)}\n`)),
  ];
  process.env = { LOG_LEVEL: 'error', ...environment };
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([input]) });
  try {
    process.exitCode = 0;
    await runCommandLine(args);
    outcome.code = process.exitCode;
  } finally {
    process.exitCode = exitCode;
    process.env = env;
    Object.defineProperty(process, 'stdin', stdin);
    for (const spy of spies) spy.mockRestore();
  }
  audited.push(...(outcome.stderr.match(auditLine) ?? []));
  return { ...outcome, stderr: withoutAudit(outcome.stderr) };
}

/** Runs a command with `--json` in this process. @throws when it fails */
export async function commandJson(
  environment: Record<string, string>,
  args: readonly string[],
  input?: string,
): Promise<unknown> {
  const { code, stdout, stderr } = await runCommand(environment, [...args, '--json'], input);
  if (code !== 0 || stderr !== '') throw new Error(`${args.join(' ')} exited with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}
