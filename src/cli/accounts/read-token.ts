import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CommandError } from '../command-error.ts';

/** A bearer token goes into a header. */
const tokenPattern = /^[\x21-\x7e]{1,4096}$/;

/** Reads a token from a file, or from what is piped in: an argument would stay in the history and show in `ps`. */
export async function readToken(file: string | undefined): Promise<string> {
  const from = file === undefined ? 'The standard input' : file;
  const token = (file === undefined ? await readInput() : await readTokenFile(file)).trim();
  if (tokenPattern.test(token)) return token;
  throw new CommandError(`${from} holds no token: one line of 1 to 4096 visible ASCII characters.`);
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Token (ends with Ctrl-D): ');
  return text(process.stdin);
}

async function readTokenFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${error instanceof Error ? error.message : 'unknown reason'}.`);
  }
}
