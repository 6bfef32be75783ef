import { once } from 'node:events';
import { text } from 'node:stream/consumers';
// oxlint-disable-next-line timing/no-sleep -- nothing may happen during this pause, so a slow machine cannot fail it
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen, type ListenOptions } from '../../src/http/listen.ts';
import { captureLog } from '../support/log-capture.ts';
import { openSocket } from '../support/network/raw-request.ts';
import { useClosing } from '../support/resource.ts';
import { timeLimit } from '../support/time-limit.ts';

const closing = useClosing();

/** A server that answers every request with the same body. */
async function start(
  limits: Partial<ListenOptions>,
  body: () => BodyInit | Promise<BodyInit> = () => 'fine',
  headers: Record<string, string> = {},
) {
  const { url } = closing(
    await listen(async () => new Response(await body(), { headers }), { host: '127.0.0.1', port: 0, ...limits }),
  );
  return {
    async open(options?: { allowHalfOpen: boolean }) {
      const socket = await openSocket(url, options);
      closing({ close: () => socket.destroy() });
      return socket;
    },
    /** Sends a request on a connection of its own. */
    ask: async () => {
      const response = await fetch(url, { headers: { connection: 'close' } });
      return [response.status, await response.text()];
    },
  };
}

const request = 'GET / HTTP/1.1\r\nhost: localhost\r\n';

describe('connections', () => {
  it('are closed when the headers trickle in, without effect on other callers', async () => {
    const { open, ask } = await start({ headersMs: 1000 });
    const slow = await open();
    slow.write(request);
    // Write rarely: a write to a closed connection makes the kernel discard the unread response.
    const trickle = setInterval(() => slow.write('x-filler: 1\r\n'), 430);

    expect(await ask()).toEqual([200, 'fine']);
    expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n/);
    clearInterval(trickle);
    expect(await ask()).toEqual([200, 'fine']);
  });

  it('are closed when they send nothing', async () => {
    const { open } = await start({ headersMs: 200 });
    const silent = await open();
    expect(await text(silent)).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  it('are closed when they stay idle after a response', async () => {
    const { open } = await start({ keepAliveMs: 50 });
    const idle = await open();
    idle.write(`${request}\r\n`);
    expect(await text(idle)).toMatch(/^HTTP\/1\.1 200 OK[^]*\r\nfine/);
  });

  it('are closed when the client does not read the response', async () => {
    const cancelled = Promise.withResolvers<string>();
    const endless = () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
        cancel: () => cancelled.resolve('cancelled'),
      });
    // oxlint-disable-next-line timing/no-literal-limit -- the test exceeds this limit
    const { open } = await start({ idleMs: 200 }, endless);
    const lazy = await open();
    lazy.pause();
    lazy.write(`${request}\r\n`);
    expect(await cancelled.promise).toBe('cancelled');
  });

  it('promise to stay open longer than balancers keep them', async () => {
    const { open } = await start({});
    const socket = await open();
    socket.write(`${request}\r\n`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n/i);
  });

  it('are rejected above the limit, with one log line, until another one ends', async () => {
    const { log, lines } = captureLog();
    const { open, ask } = await start({ maxConnections: 2, log });
    const [first] = [await open(), await open()];
    const rejected = [await open(), await open()];
    expect(await Promise.all(rejected.map(text))).toEqual(['', '']);
    expect(lines).toMatchObject([{ level: 40, msg: 'too many connections: rejecting new ones', maxConnections: 2 }]);

    first.destroy();
    await expect.poll(() => ask().catch(() => 'rejected'), { timeout: timeLimit(10) }).toEqual([200, 'fine']);
  });

  it('are answered with 431 when the headers exceed 16 KiB', async () => {
    const { open } = await start({});
    const socket = await open();
    socket.write(`${request}x-filler: ${'x'.repeat(17_000)}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it.each([
    ['earliest', 7, 1],
    ['latest', 10, 0],
  ])('are closed when a body has not arrived, at the %s after %i seconds', async (_, seconds, random) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    onTestFinished(() => void vi.restoreAllMocks());
    const reading = Promise.withResolvers<void>();
    const { open } = await start({}, () => {
      reading.resolve();
      return new Promise(() => {});
    });
    const slow = await open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    slow.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\nbegun');
    await reading.promise;
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  });

  it('have at most ten requests in progress, and are not read beyond', async () => {
    const gate = Promise.withResolvers<void>();
    let begun = 0;
    const { open } = await start({}, async () => {
      begun += 1;
      const number = begun;
      await gate.promise;
      return `<${number}>`;
    });
    const socket = await open();
    const count = 1500;
    let isSent = false;
    // 18 MB, more than the buffers of the operating system.
    const padded = `${request}x-filler: ${'x'.repeat(12_000)}\r\n`;
    socket.write(`${`${padded}\r\n`.repeat(count - 1)}${padded}connection: close\r\n\r\n`, () => (isSent = true));
    await vi.waitFor(() => expect(begun).toBe(10));
    await wait(300);
    expect([begun, isSent]).toEqual([10, false]);

    gate.resolve();
    const numbers = Array.from((await text(socket)).matchAll(/<(\d+)>/g), ([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  });

  it('drop the requests that wait when they close', async () => {
    const gate = Promise.withResolvers<void>();
    let begun = 0;
    const { open, ask } = await start({}, async () => {
      begun += 1;
      await gate.promise;
      return 'fine';
    });
    const socket = await open();
    socket.write(`${request}\r\n`.repeat(30));
    await vi.waitFor(() => expect(begun).toBe(10));
    socket.destroy();
    gate.resolve();
    expect(await ask()).toEqual([200, 'fine']);
    expect(begun).toBe(11);
  });

  const last = { connection: 'close' };
  const post = (bytes: number) => `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${bytes}\r\n\r\n`;

  it('are read after a rejection until the body ends, and handle no request behind it', async () => {
    const body = vi.fn<() => string>(() => 'fine');
    const { open, ask } = await start({}, body, last);
    const socket = await open({ allowHalfOpen: true });
    socket.write(`${post(10)}begun`);
    // The server has ended its side of the connection; the client can still send.
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK[^]*\r\nfine/);
    const closed = once(socket, 'close');
    await new Promise<unknown>((resolve) => socket.write('x', resolve));
    socket.end(`rest${request}\r\n`);
    await closed;
    await ask();
    expect(body).toHaveBeenCalledTimes(2);
  });

  it('are closed when a rejected body is endless', async () => {
    const { open } = await start({ requestMs: timeLimit(600) }, () => 'fine', last);
    const socket = await open({ allowHalfOpen: true });
    socket.resume();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const chunk = Buffer.alloc(1024 * 1024);
    const send = () => void socket.write(chunk, (error) => !error && send());
    socket.write(post(1e12));
    send();
    await closed;
    expect(socket.bytesWritten / chunk.length).toBeGreaterThan(64);
  });
});
