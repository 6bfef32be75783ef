import type { IncomingMessage, ServerResponse } from 'node:http';

/** What would have been answered, had nothing gone wrong. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Sent as JSON. */
  body: unknown;
}

/** One request in the hands of a fault. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Does what was asked; for a tool call, runs the tool. The same reply however often it is asked for. */
  reply(): Promise<Reply>;
}

/** Answers a request wrongly, or not at all. Asks for the reply only where the work is to have happened. */
export type Fault = (exchange: Exchange) => Promise<void>;

/** Answers as it should be. */
export async function answerWell({ response, reply }: Exchange): Promise<void> {
  send(response, await reply());
}

export function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
