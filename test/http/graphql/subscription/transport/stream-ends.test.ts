import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStreamEnds } from '../../../../../src/http/graphql/subscription/stream-ends.ts';

const hourMs = 3_600_000;

describe('the ends of streams', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers().restoreAllMocks());

  /** Registers a stream and records the codes with which it ends. */
  function register(ends: ReturnType<typeof createStreamEnds>, expiresAt?: Date) {
    const codes: string[] = [];
    const unregister = ends.register({ expiresAt, end: ({ code }) => codes.push(code) });
    return { codes, unregister };
  }

  it('come after about an hour, at different times, and once', () => {
    const random = vi.spyOn(Math, 'random');
    const ends = createStreamEnds();
    const streams = Array.from({ length: 100 }, (_, index) => {
      random.mockReturnValueOnce(index / 100);
      return register(ends);
    });
    vi.advanceTimersByTime(0.89 * hourMs);
    expect(streams.flatMap(({ codes }) => codes)).toEqual([]);
    vi.advanceTimersByTime(0.11 * hourMs);
    expect(ends.count).toBe(49);
    vi.advanceTimersByTime(hourMs);
    expect(streams.map(({ codes }) => codes)).toEqual(streams.map(() => ['SUBSCRIPTION_ENDED']));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('come within a second after the token has expired', () => {
    const ends = createStreamEnds();
    const { codes } = register(ends, new Date(Date.now() + 60_000));
    vi.advanceTimersByTime(59_000);
    expect(codes).toEqual([]);
    vi.advanceTimersByTime(2_000);
    expect(codes).toEqual(['UNAUTHENTICATED']);
  });

  it('tell clients to return within five seconds, at different times, when the server stops', () => {
    const ends = createStreamEnds();
    const delays: number[] = [];
    const end = ({ extensions }: { extensions?: object | undefined }) =>
      delays.push(Date.parse(String(Reflect.get(extensions ?? {}, 'retryAt'))) - Date.now());
    for (let stream = 0; stream < 100; stream += 1) ends.register({ expiresAt: undefined, end });
    ends.endAll();
    expect(Math.min(...delays)).toBeLessThan(1000);
    expect(Math.max(...delays)).toBeGreaterThan(4000);
    expect(Math.max(...delays)).toBeLessThanOrEqual(5000);
  });

  it('come at once when the server stops, also for streams that start later', () => {
    const ends = createStreamEnds();
    const [running, gone] = [register(ends), register(ends)];
    gone.unregister();
    ends.endAll();
    const late = register(ends);
    expect([running.codes, gone.codes, late.codes]).toEqual([['SUBSCRIPTION_ENDED'], [], ['SUBSCRIPTION_ENDED']]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
