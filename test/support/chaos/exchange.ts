import type { IncomingMessage, ServerResponse } from 'node:http';

/** The response without a fault. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Sent as JSON. */
  body: unknown;
}

/** A request that a fault handles. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Executes the request, once, and returns its response. */
  reply(): Promise<Reply>;
}

/** Responds incorrectly or not at all. Calls `reply` only if the request is to be executed. */
export type Fault = (exchange: Exchange) => Promise<void>;

/** Responds correctly. */
export async function respondCorrectly({ response, reply }: Exchange): Promise<void> {
  send(response, await reply());
}

export function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
