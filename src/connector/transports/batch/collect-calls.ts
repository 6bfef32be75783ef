import type { Account, TransportCall } from '../../transport.ts';
import type { HttpResponse } from '../platform-http.ts';
import { createPendingCall, type PendingCall } from './pending-call.ts';

/** At least two calls of one identifier, and the trace of the request that makes them. */
export interface CallBatch extends Account, Pick<TransportCall, 'trace'> {
  calls: PendingCall[];
}

export interface CallCollectorOptions {
  /** Sends the calls of a batch, and ends each of them. */
  send: (batch: CallBatch) => void;
}

/**
 * Collects the calls that one request makes for one identifier in the same turn of the event loop. Calls of other
 * requests are not added: each batch continues one trace.
 */
export function createCallCollector({ send }: CallCollectorOptions) {
  const collecting = new Map<string, PendingCall[]>();

  function flush(key: string, calls: PendingCall[]) {
    if (collecting.get(key) === calls) collecting.delete(key);
    const waiting = calls.filter(({ outcome }) => outcome === undefined);
    const [first] = waiting;
    if (!first) return;
    if (waiting.length === 1) return first.answer(undefined);
    const { connectionName, identifier, trace } = first.call;
    send({ connectionName, identifier, trace, calls: waiting });
  }

  /** @returns the response; undefined if the call is to be sent on its own */
  return (call: TransportCall, maxCalls: number): Promise<HttpResponse | undefined> => {
    const key = JSON.stringify([call.connectionName, call.identifier, call.trace.requestId]);
    const pending = createPendingCall(call);
    const calls = collecting.get(key);
    if (calls && calls.length < maxCalls) calls.push(pending);
    else {
      const first = [pending];
      collecting.set(key, first);
      setImmediate(() => flush(key, first));
    }
    return pending.response;
  };
}
