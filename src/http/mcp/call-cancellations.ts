import { hash } from 'node:crypto';
import type { Changes } from '../../infrastructure/event-stream/event-feed.ts';

/** The header with the session's id. Defined here, because the endpoint loads `mcp-handler.ts` only on demand. */
export const sessionHeader = 'mcp-session-id';

/** Identifies a call in its session. Requests of other callers never match, even if they know the session. */
interface CallId {
  identifier: string;
  session: string;
  requestId: string | number;
}

export type CallCancellations = ReturnType<typeof createCallCancellations>;

/** Cancels calls on whichever node they run. A message to other nodes can be lost, and the call then completes. */
export function createCallCancellations(changes: Changes) {
  const running = new Map<string, AbortController>();
  changes.listen((change) => {
    if ('cancelledCall' in change)
      running.get(change.cancelledCall)?.abort(new Error('The client cancelled the call.'));
  });
  return {
    /** `end` must be called when the call has ended. */
    start(id: CallId) {
      const key = keyOf(id);
      const controller = new AbortController();
      running.set(key, controller);
      return {
        signal: controller.signal,
        end: () => {
          if (running.get(key) === controller) running.delete(key);
        },
      };
    },
    cancel: (id: CallId) => changes.publish({ cancelledCall: keyOf(id) }),
  };
}

/** The key is a hash, because identifiers can be personal data, and clients choose the length of the other parts. */
const keyOf = ({ identifier, session, requestId }: CallId) =>
  hash('sha256', JSON.stringify([identifier, session, requestId]), 'base64url');
