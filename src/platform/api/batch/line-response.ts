import type { Writable } from 'node:stream';
import { batchContentType } from '../../../tools/rest-protocol.ts';
import type { ServerBindings } from '../../../tools/server-bindings.ts';

const headers = {
  'content-type': batchContentType,
  // Keep proxies from buffering the lines.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * Responds with each line as soon as it resolves. Lines are written directly to the socket, which costs less than a web
 * stream; without a socket, all lines are sent at once.
 * @param lines must not reject
 */
export async function respondWithLines(
  lines: Promise<string>[],
  connection?: Partial<ServerBindings>,
): Promise<Response> {
  if (!connection?.outgoing) return new Response(`${(await Promise.all(lines)).join('\n')}\n`, { headers });
  connection.writeBody = (outgoing) => writeLines(lines, outgoing);
  return new Response(null, { headers });
}

/** Writes the lines that resolve in the same turn of the event loop as one chunk. */
function writeLines(lines: Promise<string>[], outgoing: Writable): void {
  let missing = lines.length;
  let text = '';
  const write = () => {
    if (outgoing.destroyed) return;
    if (missing === 0) outgoing.end(text);
    else outgoing.write(text);
    text = '';
  };
  async function add(line: Promise<string>) {
    const ended = await line;
    if (text === '') setImmediate(write);
    text += `${ended}\n`;
    missing -= 1;
  }
  for (const line of lines) void add(line);
}
