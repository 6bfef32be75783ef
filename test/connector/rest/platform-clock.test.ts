import { beforeEach, describe, expect, it } from 'vitest';
import { createPlatformClock } from '../../../src/connector/transports/platform-clock.ts';

const start = Date.UTC(2026, 2, 2, 12);

describe('the clock of the platform', () => {
  /** Time of this machine, in milliseconds after `start`. */
  let machineMs: number;
  let clock: ReturnType<typeof createPlatformClock>;
  beforeEach(() => {
    machineMs = 0;
    clock = createPlatformClock(() => new Date(start + machineMs));
  });

  /** Milliseconds by which the clock is behind the machine's. */
  const lag = () => start + machineMs - clock.now().getTime();

  /** A response begins `delayMs` after its request; its `Date` header is `start + platformMs`. */
  function respond(platformMs: number, { delayMs = 20 } = {}) {
    const read = clock.startReading();
    machineMs += delayMs;
    read(new Date(start + platformMs).toUTCString());
  }

  it('is that of this machine until a response has begun', () => {
    clock.startReading();
    machineMs = 500;

    expect(clock.now()).toEqual(new Date(start + 500));
  });

  it('is at the second that the response states when the response begins', () => {
    machineMs = 5600;
    respond(620);
    expect(clock.now()).toEqual(new Date(start));

    machineMs += 1234;
    expect(clock.now()).toEqual(new Date(start + 1234));
  });

  it('becomes more exact with each response that begins early in a second', () => {
    const lags = [620, 2300, 4020, 6900, 8050].map((platformMs) => {
      machineMs = 5000 + platformMs - 20;
      respond(platformMs);
      return lag() - 5000;
    });

    expect(lags).toEqual([620, 300, 20, 20, 20]);
  });

  it('follows a platform whose clock is set forward or back', () => {
    respond(0);
    expect(lag()).toBe(20);
    respond(60_000);
    expect(lag()).toBe(40 - 60_000);
    respond(-60_000);
    expect(lag()).toBe(60 + 60_000);
  });

  it('follows a machine whose clock is set forward', () => {
    respond(0);
    machineMs += 300_000;
    respond(40);

    expect(lag()).toBe(300_040);
  });

  it('replaces an estimate after a minute, because clocks drift', () => {
    respond(0);
    machineMs = 60_000;
    respond(60_020 - 20);
    expect(lag()).toBe(20);

    machineMs = 119_999 - 20;
    respond(119_999);
    expect(lag()).toBe(20);

    machineMs = 120_020 + 700 - 20;
    respond(120_720);
    expect(lag()).toBe(720);
  });

  it('allows for the time that a response takes', () => {
    respond(0);
    machineMs = 1000;
    // The platform wrote the time at once, but the response took 30 seconds.
    respond(1000, { delayMs: 30_000 });

    expect(lag()).toBe(20);
  });

  it.each([undefined, '', 'yesterday', ['a', 'b'], new Date(start + 2 * 86_400_000).toUTCString()])(
    'ignores the header %j',
    (header) => {
      clock.startReading()(header);

      expect(lag()).toBe(0);
    },
  );
});
