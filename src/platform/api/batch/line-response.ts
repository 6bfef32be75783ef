import type { Writable } from 'node:stream';
import { batchContentType } from '../../../tools/rest-protocol.ts';
import type { ServerBindings } from '../../../tools/server-bindings.ts';

const headers = {
  'content-type': batchContentType,
  // Proxies must not collect the lines.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * Responds with each line as soon as it is there. Lines are written to the connection itself, which costs less than a
 * web stream; a request without a connection receives all lines at once.
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

/** Writes lines that are there in the same turn of the event loop together. */
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
