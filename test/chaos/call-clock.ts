import { vi } from 'vitest';
import { type Transport, withCallbacks } from '../../src/connector/transport.ts';
import type { Fault } from '../support/chaos/exchange.ts';
import { settled } from '../support/gate.ts';

/** Lets calls time out on a stopped clock, however slow the machine is. */
export interface CallClock {
  /** Counts the calls in flight. */
  wrapTransport(real: Transport): Transport;
  /** Marks a fault that delays the response until its `calls` (1 by default) have timed out. */
  hold(fault: Fault, calls?: number): Fault;
  /** Waits for the work. The clock advances only when every call in flight is held by a fault. */
  run<Result>(work: Promise<Result>): Promise<Result>;
}

/** @param toolTimeoutMs the time limit of a call */
export function createCallClock(toolTimeoutMs: number): CallClock {
  let inFlight = 0;
  let held = 0;

  return {
    wrapTransport: (real) => ({
      ...real,
      send(calls) {
        inFlight += calls.length;
        const counted = calls.map((call) =>
          withCallbacks(call, {
            succeed(payload) {
              inFlight -= 1;
              call.succeed(payload);
            },
            fail(error) {
              inFlight -= 1;
              call.fail(error);
            },
          }),
        );
        real.send(counted);
      },
    }),
    hold:
      (fault, calls = 1) =>
      async (exchange) => {
        held += calls;
        await fault(exchange);
      },
    async run(work) {
      const state = { isRunning: true };
      const end = () => void (state.isRunning = false);
      work.then(end, end);
      await settled();
      while (state.isRunning) {
        if (inFlight === held) {
          const passedMs = held > 0 ? toolTimeoutMs : 1;
          inFlight = held = 0;
          await vi.advanceTimersByTimeAsync(passedMs);
        }
        await settled();
      }
      return work;
    },
  };
}
