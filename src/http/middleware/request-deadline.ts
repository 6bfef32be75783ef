import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long headers may take to arrive, in milliseconds. */
export const headersTimeoutMs = 60_000;
const defaultRequestMs = 300_000;

export interface RequestDeadline {
  /** How long a request may take to arrive whole, in milliseconds; five minutes by default. */
  requestMs?: number | undefined;
  /** Requests that are bounded by their progress instead, by the code that reads them. */
  isExempt: (request: IncomingMessage) => boolean;
}

/**
 * Ends requests that take too long to arrive, with status 408. Node's own `requestTimeout` knows no exemption. Once an
 * exempt request has been answered, the rest of it is bounded too: nothing reads it any more.
 */
export function limitArrival(
  request: IncomingMessage,
  response: ServerResponse,
  { requestMs = defaultRequestMs, isExempt }: RequestDeadline,
): void {
  const startTimer = () => {
    if (request.complete) return;
    const timer = setTimeout(() => {
      if (!request.complete) cut(request, response);
    }, requestMs);
    timer.unref();
    request.once('close', () => clearTimeout(timer));
  };
  if (isExempt(request)) response.once('finish', startTimer);
  else startTimer();
}

function cut({ socket }: IncomingMessage, { headersSent }: ServerResponse): void {
  if (headersSent) socket.destroy();
  else socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
}
