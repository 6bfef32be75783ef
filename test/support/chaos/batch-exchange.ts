import { batchContentType } from '../../../src/tools/rest-protocol.ts';
import { type Exchange, exchangeOf, type Fault, type Reply } from './exchange.ts';

export interface BatchedCall {
  /** Sends the call's line of the response; `respondCorrectly` if there is no fault. */
  fault: Fault;
  reply(): Promise<Reply>;
}

type BatchConnection = Pick<Exchange, 'request' | 'response'>;

/** Sends one line per call as soon as it is ready, without waiting for the other calls. */
export async function respondWithLines({ request, response }: BatchConnection, calls: BatchedCall[]): Promise<void> {
  let missing = calls.length;
  const sendLine = (text: string) => {
    if (response.destroyed) return;
    if (!response.headersSent) response.writeHead(200, { 'content-type': batchContentType });
    response.write(`${text}\n`);
    missing -= 1;
    if (missing === 0) response.end();
  };
  await Promise.all(
    calls.map(({ fault, reply }, index) =>
      fault({ request, response, reply, send: (sent) => sendLine(lineOf(index, sent)), sendText: sendLine }),
    ),
  );
}

/** The batch as one request, for faults that affect all of it. The body of its reply is the text of all lines. */
export function batchExchange(connection: BatchConnection, calls: Pick<BatchedCall, 'reply'>[]): Exchange {
  const exchange = exchangeOf({
    ...connection,
    async reply() {
      const lines = await Promise.all(calls.map(async ({ reply }, index) => `${lineOf(index, await reply())}\n`));
      return { status: 200, headers: {}, body: lines.join('') };
    },
  });
  const { send, sendText } = exchange;
  return { ...exchange, send: (sent) => (typeof sent.body === 'string' ? sendText(sent.body) : send(sent)) };
}

const lineOf = (index: number, { status, body }: Reply) => JSON.stringify({ index, status, ...Object(body) });
