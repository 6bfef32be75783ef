import type { TransportCall } from '../../transport.ts';
import type { HttpResponse } from '../platform-http.ts';

/** A call that waits for its line of a batch. */
export interface BatchedCall {
  call: TransportCall;
  /** How the call ended; undefined while it waits. */
  readonly end: 'answered' | 'aborted' | undefined;
  /** The response to the call; undefined if it must be sent on its own. Rejects as soon as the caller aborts. */
  response: Promise<HttpResponse | undefined>;
  /** Ends the call; does nothing if it has ended. */
  answer(response: HttpResponse | undefined): void;
  fail(error: unknown): void;
  /** Called when the call has ended. */
  onEnd: () => void;
}

export function createBatchedCall(call: TransportCall): BatchedCall {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse | undefined>();
  let end: BatchedCall['end'];
  const { signal } = call;
  const batched: BatchedCall = {
    call,
    response: promise,
    get end() {
      return end;
    },
    answer: (response) => finish('answered', () => resolve(response)),
    fail: (error) => finish('answered', () => reject(error)),
    onEnd: () => {},
  };
  const abort = () => finish('aborted', () => reject(signal.reason));
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return batched;

  function finish(how: 'answered' | 'aborted', report: () => void) {
    if (end) return;
    end = how;
    signal.removeEventListener('abort', abort);
    report();
    batched.onEnd();
  }
}
