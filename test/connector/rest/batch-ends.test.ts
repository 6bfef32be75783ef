import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { echo, echoed, endless } from './scripted-platform.ts';
import { batch, found, single, useBatchingReads } from './batching-reads.ts';

describe('reads of a batch whose response does not end, or whose callers leave', () => {
  const { platform, read, reads, announce } = useBatchingReads();

  const endlessAfterOne = endless(`${JSON.stringify(echoed(1, 'whole'))}\n`);
  const tooLarge = { code: 'MALFORMED_PAYLOAD', message: expect.stringContaining('33554432 bytes') };

  it('are malformed for a line of more than 32 MiB, unless they have another', async () => {
    await announce();
    platform.respondWith(endlessAfterOne);

    expect(await reads('a', 'b')).toMatchObject([tooLarge, 'whole']);
    expect(platform.requests).toEqual([batch]);
  });

  it('are sent one by one after a line of more than 32 MiB if several have no line, so that one fails alone', async () => {
    await announce();
    platform.respondWith(endlessAfterOne, endless(''), echo);

    expect(await reads('a', 'b', 'c')).toMatchObject([tooLarge, 'whole', found('c')]);
    expect(platform.requests).toEqual([batch, single, single]);
  });

  afterEach(() => void vi.useRealTimers());

  /** Makes the platform write these lines and leave the response open. */
  function respondWithoutEnd(...written: object[]) {
    const arrived = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    platform.respondWith((response) => {
      void once(response, 'close').then(() => closed.resolve());
      response.writeHead(200);
      response.write(written.map((line) => `${JSON.stringify(line)}\n`).join(''), () => arrived.resolve());
    });
    return { arrived: arrived.promise, closed: closed.promise };
  }

  it('leave the batch when they are aborted; the request is aborted when all have left', async () => {
    await announce();
    const { arrived, closed } = respondWithoutEnd(echoed(2, 'whole'));
    const [one, other] = [new AbortController(), new AbortController()];
    const aborted = read('a', { signal: one.signal });
    const waiting = read('b', { signal: other.signal });
    const whole = read('c');
    await arrived;
    expect(await whole).toBe('whole');
    // With fake timers, the grace period of complete responses cannot end the request.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    one.abort(new Error('One has left'));

    expect(await aborted).toEqual(new Error('One has left'));
    other.abort(new Error('The other has left'));
    expect(await waiting).toEqual(new Error('The other has left'));
    await closed;
  });

  it('are not sent when they are aborted before', async () => {
    await announce();
    const leave = new AbortController();
    const aborted = read('a', { signal: leave.signal });
    const others = reads('b', 'c');
    leave.abort(new Error('It has left'));

    expect(await aborted).toEqual(new Error('It has left'));
    expect(await others).toEqual([found('b'), found('c')]);
    expect(JSON.parse(platform.arrived[0]?.body ?? '').calls).toHaveLength(2);
  });

  it('do not keep open a response that has all lines but no end', async () => {
    await announce();
    const { closed } = respondWithoutEnd(echoed(0, 'x'), echoed(1, 'y'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    expect(await reads('a', 'b')).toEqual(['x', 'y']);
    vi.advanceTimersByTime(1000);
    await closed;
  });
});
