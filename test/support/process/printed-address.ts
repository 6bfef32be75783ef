import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Waits for the address that a ready server prints. @throws Error if the server exits first */
export async function printedAddress(child: ChildProcess): Promise<string> {
  const url = Promise.withResolvers<string>();
  child.once('exit', (code) => url.reject(new Error(`The server exited with ${code}.`)));
  if (!child.stdout) throw new Error('The server has no standard output.');
  createInterface({ input: child.stdout }).on('line', (line) => {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (address !== undefined) url.resolve(address);
  });
  return url.promise;
}
