import { setImmediate as turn } from 'node:timers/promises';
import { batchContentType } from '../../../src/tools/rest-protocol.ts';
import type { Exchange, Fault } from './exchange.ts';

// Faults of a batch as a whole. Each of these faults executes all calls of the batch.

/** Sends the first `count` lines, then half of the next one, and then ends the response or resets the connection. */
export const cutAfterLines =
  (count: number, end: 'end' | 'reset'): Fault =>
  async ({ request, response, reply }) => {
    const lines = await linesOf(reply);
    const next = lines[count] ?? '';
    response.writeHead(200, { 'content-type': batchContentType });
    const sent = lines.slice(0, count).join('') + next.slice(0, next.length / 2);
    await new Promise((resolve) => response.write(sent, resolve));
    if (end === 'end') return void response.end();
    // Resetting in the same iteration of the event loop would discard what was written.
    await turn();
    request.socket.resetAndDestroy();
  };

/** Sends the last line with an index that no call has. */
export const wrongLastIndex: Fault = async ({ reply, sendText }) => {
  const lines = await linesOf(reply);
  const { index: _, ...last } = JSON.parse(lines.at(-1) ?? '');
  sendText(`${lines.slice(0, -1).join('')}${JSON.stringify({ index: lines.length, ...last })}\n`);
};

async function linesOf(reply: Exchange['reply']): Promise<string[]> {
  return String((await reply()).body).match(/.*\n/g) ?? [];
}
