import type { TransportCall } from '../../transport.ts';
import type { HttpResponse } from '../platform-http.ts';
import { type BatchedCall, createBatchedCall } from './batched-call.ts';

export interface CallCollectorOptions {
  /** Sends at least two calls, and ends each of them. */
  send: (calls: BatchedCall[]) => void;
}

/**
 * Collects the calls that one request makes for one identifier in the same turn of the event loop. Calls of other
 * requests are not added: each batch continues one trace.
 */
export function createCallCollector({ send }: CallCollectorOptions) {
  const collecting = new Map<string, BatchedCall[]>();

  function flush(key: string, calls: BatchedCall[]) {
    if (collecting.get(key) === calls) collecting.delete(key);
    const waiting = calls.filter(({ end }) => end === undefined);
    if (waiting.length > 1) send(waiting);
    else waiting[0]?.answer(undefined);
  }

  /** @returns the response; undefined if the call is to be sent on its own */
  return (call: TransportCall, maxCalls: number): Promise<HttpResponse | undefined> => {
    const key = JSON.stringify([call.connectionName, call.identifier, call.trace.requestId]);
    const batched = createBatchedCall(call);
    const calls = collecting.get(key);
    if (calls && calls.length < maxCalls) calls.push(batched);
    else {
      const first = [batched];
      collecting.set(key, first);
      setImmediate(() => flush(key, first));
    }
    return batched.response;
  };
}
