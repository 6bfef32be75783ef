import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timeLimit } from '../../../../support/time-limit.ts';
import { startStreams, upgradeRequest } from './stream-double.ts';
import { exchange, init, openWebSocket, subscribe } from './web-socket.ts';

let streams: Awaited<ReturnType<typeof startStreams>>;

const times = { heartbeatMs: 50, stalledMs: 500 };

/** Size of each event. */
const bytes = 100_000;

/** A number of events that exceeds the socket buffers of both ends. */
const maxBufferedEvents = 200;

async function subscribeBySocket() {
  const socket = openWebSocket(streams.url);
  await exchange(socket, init);
  await exchange(socket, subscribe('subscription { events }'));
  return socket;
}

/** Reads a stream until `count` bytes have arrived. */
async function readBytes(response: Response, count: number): Promise<void> {
  const reader = (response.body ?? new ReadableStream()).getReader();
  for (let read = 0; read < count;) read += (await reader.read()).value?.length ?? Infinity;
  await reader.cancel();
}

/** Advances the fake clock until a promise resolves. */
async function passTimeUntil(event: Promise<unknown> | undefined): Promise<void> {
  let isOver = false;
  void event?.then(() => (isOver = true));
  // With fake timers, each check of `vi.waitFor` advances the clock by `interval`.
  await vi.waitFor(() => expect(isOver).toBe(true), { timeout: timeLimit(20), interval: times.heartbeatMs });
}

const endOf = (reason: string) => expect.objectContaining({ msg: 'subscription ended', reason });

describe('a client that does not read its events', () => {
  // With a fake clock, a busy machine cannot make a client appear stalled.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
  afterEach(async () => {
    vi.useRealTimers();
    await streams.close();
  });

  it('is disconnected from a WebSocket, and no event is read for it meanwhile', async () => {
    streams = await startStreams({ bytes, times });
    const stalled = await subscribeBySocket();
    stalled.pause();
    await passTimeUntil(streams.sources[0]?.ended);
    expect(streams.sources[0]?.read).toBeLessThan(maxBufferedEvents);
    await expect
      .poll(() => streams.logged)
      .toEqual([endOf('stalled'), expect.objectContaining({ status: 101, closeCode: 1006 })]);
    stalled.terminate();
  });

  it.each(['ping frame', 'ping message'])('is disconnected at once by a %s if 16 MB are unsent', async (kind) => {
    streams = await startStreams({ bytes: 30_000_000, times: { stalledMs: 60_000 } });
    const stalled = openWebSocket(streams.url);
    await exchange(stalled, init);
    stalled.pause();
    stalled.send(JSON.stringify(subscribe('subscription { events }')));
    await expect.poll(() => streams.sources[0]?.read).toBe(1);
    if (kind === 'ping frame') stalled.ping();
    else stalled.send(JSON.stringify({ type: 'ping' }));
    await streams.sources[0]?.ended;
    await expect
      .poll(() => streams.logged)
      .toEqual([endOf('stalled'), expect.objectContaining({ status: 101, closeCode: 1006 })]);
    stalled.terminate();
  });

  it('gets no more events while its WebSocket is closing', async () => {
    streams = await startStreams({ bytes, times: { stalledMs: 60_000 } });
    const socket = await subscribeBySocket();
    socket.pause();
    // The server closes the socket because of this message, and the client does not answer.
    socket.send(JSON.stringify(subscribe('subscription { events }', 'x'.repeat(201))));
    await streams.sources[0]?.ended;
    expect(streams.sources[0]?.read).toBeLessThan(maxBufferedEvents);
    socket.terminate();
  });

  it('is disconnected before a shutdown, also if it sends malformed frames', async () => {
    streams = await startStreams({ bytes: 1, times });
    const faulty = await streams.stall(upgradeRequest);
    await once(faulty.resume(), 'data');
    // Reserved bits are set, and the frame is not masked.
    faulty.once('data', () => faulty.write(Buffer.from([0xf1, 0x02, 0x7b, 0x7d])));
    await streams.sockets.close();
    expect(streams.logged).toMatchObject([{ status: 101 }]);
  });

  it('is disconnected from an event stream, and no event is read for it meanwhile', async () => {
    streams = await startStreams({ bytes, times });
    const stalled = await streams.stall('GET /graphql HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await expect.poll(() => streams.sources[0]?.read).toBeGreaterThan(0);
    await passTimeUntil(streams.sources[0]?.ended);
    expect(streams.sources[0]?.read).toBeLessThan(maxBufferedEvents);
    expect(streams.logged).toEqual([endOf('stalled')]);
    stalled.resume();
    await once(stalled, 'close');
  });

  it('does not delay other subscribers', async () => {
    streams = await startStreams({ bytes, times: { stalledMs: 60_000 } });
    const [stalled] = [await subscribeBySocket(), await streams.stall('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')];
    stalled.pause();
    const reading = await fetch(streams.url);
    await readBytes(reading, 2 * maxBufferedEvents * bytes);
    expect(streams.sources.slice(0, 2).every(({ read }) => read < maxBufferedEvents)).toBe(true);
    stalled.terminate();
  });

  it('is disconnected if it answers no ping', async () => {
    streams = await startStreams({ bytes: 1, times });
    const silent = await streams.stall(upgradeRequest);
    silent.resume();
    await passTimeUntil(once(silent, 'close'));
    await expect.poll(() => streams.logged).toMatchObject([{ status: 101, closeCode: 1006 }]);
  });
});
