import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface CliOutcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command of the program to its end; `input` is what is piped in. */
export async function runCli(
  environment: Record<string, string>,
  args: readonly string[],
  input = '',
): Promise<CliOutcome> {
  const child = spawn(join('node_modules', '.bin', 'node'), ['src/main.ts', ...args], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'error', ...environment },
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (signal) throw new Error(`${args.join(' ')} was ended by ${signal}: ${stderr}`);
  return { code, stdout, stderr };
}

/** Runs a command that must succeed; what it answers with `--json`. */
export async function cliJson(
  environment: Record<string, string>,
  args: readonly string[],
  input?: string,
): Promise<unknown> {
  const { code, stdout, stderr } = await runCli(environment, [...args, '--json'], input);
  if (code !== 0 || stderr !== '') throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}
