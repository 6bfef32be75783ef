import { expect, it } from 'vitest';
import type { Change } from '../../../src/infrastructure/event-stream/event-feed.ts';
import { createCallCancellations } from '../../../src/http/mcp/call-cancellations.ts';

const id = { identifier: 'ada', session: 's1', requestId: 1 };

function startCancellations() {
  let listener: (change: Change) => void = () => {};
  return createCallCancellations({
    publish: (change) => listener(change),
    listen: (added) => {
      listener = added;
      return () => {};
    },
    close: () => {},
  });
}

it('does not cancel a call that has ended', () => {
  const cancellations = startCancellations();
  const { signal, end } = cancellations.start(id);
  end();
  cancellations.cancel(id);
  expect(signal.aborted).toBe(false);
});

it('cancels the later of two calls with the same id, although the first has ended', () => {
  const cancellations = startCancellations();
  const [first, second] = [cancellations.start(id), cancellations.start(id)];
  first.end();
  cancellations.cancel(id);
  expect([first.signal.aborted, second.signal.aborted]).toEqual([false, true]);
});
