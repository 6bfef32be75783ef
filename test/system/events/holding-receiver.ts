import type { ServerResponse } from 'node:http';
import { serveLoopback } from '../../support/network/loopback-server.ts';

/** A receiver of webhooks that can hold its responses. */
export async function startHoldingReceiver() {
  /** The `webhook-id` of each request, in order. */
  const received: string[] = [];
  const held: ServerResponse[] = [];
  let isHolding = false;
  const server = await serveLoopback((request, response) => {
    request.resume();
    received.push(String(request.headers['webhook-id']));
    response.writeHead(204);
    if (isHolding) held.push(response);
    else response.end();
  });
  return {
    url: server.url,
    received,
    /** Holds the responses to further requests. */
    hold: () => void (isHolding = true),
    /** Sends the held responses, and waits until they have left this process. */
    async release() {
      isHolding = false;
      await Promise.all(held.splice(0).map((response) => new Promise<void>((resolve) => response.end(resolve))));
    },
    close: server.close,
  };
}
