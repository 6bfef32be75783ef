import type { IncomingMessage, ServerResponse } from 'node:http';

/** A complete response. */
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
  /** Sends a complete response. For a call of a batch, it is a line of the batch's response. */
  send(reply: Reply): void;
  /** Sends this text as the body of a successful response, or as the line of a call of a batch. */
  sendText(text: string): void;
}

/** Responds incorrectly or not at all. Calls `reply` only if the request is to be executed. */
export type Fault = (exchange: Exchange) => Promise<void>;

export async function respondCorrectly({ send, reply }: Exchange): Promise<void> {
  send(await reply());
}

/** An exchange whose `send` and `sendText` write the whole HTTP response. */
export function exchangeOf({ request, response, reply }: Pick<Exchange, 'request' | 'response' | 'reply'>): Exchange {
  const respond = (status: number, text: string, headers: Record<string, string> = {}) => {
    const contentLength = String(Buffer.byteLength(text));
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': contentLength, ...headers });
    response.end(text);
  };
  return {
    request,
    response,
    reply,
    send: ({ status, headers, body }) => respond(status, JSON.stringify(body), headers),
    sendText: (text) => respond(200, text),
  };
}
