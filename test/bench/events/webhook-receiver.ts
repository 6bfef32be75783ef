import { type Loopback, serveLoopback } from '../../support/network/loopback-server.ts';

/** An HTTP server for webhooks. */
export interface WebhookReceiver {
  url: string;
  /** Accepted requests: how often each event was received, per path. */
  accepted: Map<string, number>;
  /** Number of requests that were answered with an error. */
  rejected: number;
  close: Loopback['close'];
}

/**
 * Starts a receiver.
 * @param options.fails whether to answer a request with 500; `attempt` counts from 1 per event and path
 */
export async function startWebhookReceiver({ fails }: { fails: (request: WebhookRequest) => boolean }) {
  const attempts = new Map<string, number>();
  const receiver: WebhookReceiver = { url: '', accepted: new Map(), rejected: 0, close: async () => {} };
  const server = await serveLoopback((request, response) => {
    request.resume();
    request.once('end', () => {
      const path = request.url ?? '';
      const key = `${path} ${String(request.headers['webhook-id'])}`;
      const attempt = (attempts.get(key) ?? 0) + 1;
      attempts.set(key, attempt);
      const isFailure = fails({ path, number: attempts.size, attempt });
      if (isFailure) receiver.rejected += 1;
      else receiver.accepted.set(key, (receiver.accepted.get(key) ?? 0) + 1);
      response.writeHead(isFailure ? 500 : 204).end();
    });
  });
  return Object.assign(receiver, { url: server.url, close: server.close });
}

interface WebhookRequest {
  path: string;
  /** Number of deliveries that were attempted so far. */
  number: number;
  attempt: number;
}
