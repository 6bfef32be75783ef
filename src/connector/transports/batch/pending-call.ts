import type { TransportCall } from '../../transport.ts';
import type { HttpResponse } from '../platform-http.ts';

/** A call that waits for its line of a batch. */
export interface PendingCall {
  call: TransportCall;
  /** How the call ended; undefined while it waits. */
  readonly outcome: 'completed' | 'aborted' | undefined;
  /** The response to the call; undefined if it must be sent on its own. Rejects as soon as the caller aborts. */
  response: Promise<HttpResponse | undefined>;
  /** Ends the call; does nothing if it has ended. */
  answer(response: HttpResponse | undefined): void;
  fail(error: unknown): void;
  /** Called when the call has ended. */
  onEnd: () => void;
}

export function createPendingCall(call: TransportCall): PendingCall {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse | undefined>();
  let outcome: PendingCall['outcome'];
  const { signal } = call;
  const pending: PendingCall = {
    call,
    response: promise,
    get outcome() {
      return outcome;
    },
    answer: (response) => finish('completed', () => resolve(response)),
    fail: (error) => finish('completed', () => reject(error)),
    onEnd: () => {},
  };
  const abort = () => finish('aborted', () => reject(signal.reason));
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return pending;

  function finish(how: 'completed' | 'aborted', report: () => void) {
    if (outcome) return;
    outcome = how;
    signal.removeEventListener('abort', abort);
    report();
    pending.onEnd();
  }
}
