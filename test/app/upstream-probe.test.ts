import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { probePausedUpstream } from '../../src/app/upstream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function probe({ works = true, breaker = 'open' }: { works?: boolean; breaker?: 'open' | 'closed' }) {
  const events: string[] = [];
  const state = { connectionName: 'talent', breaker, pausedIdentifiers: 0, callsInFlight: 0, callsQueued: 0 };
  const { close } = probePausedUpstream({
    check: async () => {
      events.push('check');
      if (!works) throw new Error('unreachable');
    },
    connector: {
      status: () => [{ ...state, breaker: 'closed' }, state],
      reportReachable: () => {
        events.push('reachable');
        state.breaker = 'closed';
      },
    },
  });
  return { events, close };
}

it('checks the upstream every second while calls are paused, until it responds', async () => {
  const { events, close } = probe({});
  await vi.advanceTimersByTimeAsync(5000);
  expect(events).toEqual(['check', 'reachable']);
  close();
});

it('leaves calls paused while the upstream does not respond', async () => {
  const { events, close } = probe({ works: false });
  await vi.advanceTimersByTimeAsync(2000);
  close();
  await vi.advanceTimersByTimeAsync(5000);
  expect(events).toEqual(['check', 'check']);
});

it('checks nothing while no call is paused', async () => {
  const { events, close } = probe({ breaker: 'closed' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(events).toEqual([]);
  close();
});
