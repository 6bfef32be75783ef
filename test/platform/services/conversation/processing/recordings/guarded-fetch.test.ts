import type { IncomingMessage, ServerResponse } from 'node:http';
// oxlint-disable-next-line timing/no-sleep -- a server breaks off later; a reader is slow
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isPublicAddress } from '../../../../../../src/platform/services/conversation/network/address-rules.ts';
import {
  type FetchNetwork,
  guardedFetch,
} from '../../../../../../src/platform/services/conversation/processing/recordings/guarded-fetch.ts';
import { type Loopback, serveLoopback } from '../../../../../support/network/loopback-server.ts';
import { describeEmbedded } from '../../../../../support/database/suite-database.ts';
import { resetTeams } from '../../conversation-records.ts';
import { openProcessingLab, type ProcessingLab } from '../processing-lab.ts';

const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n';
const maxBytes = 1024 * 1024;

const pages: Record<string, (response: ServerResponse, request: IncomingMessage) => unknown> = {
  '/call.vtt': (response) => response.end(vtt),
  '/once': (response) => response.writeHead(302, { location: '/call.vtt' }).end(),
  '/four': (response) => response.writeHead(307, { location: '/three' }).end(),
  '/three': (response) => response.writeHead(307, { location: '/two' }).end(),
  '/two': (response) => response.writeHead(307, { location: '/once' }).end(),
  '/to-metadata': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/to-mapped': (response) => response.writeHead(302, { location: 'http://[::ffff:10.0.0.1]/' }).end(),
  '/to-file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/to-inside': (response) => response.writeHead(302, { location: 'http://inside.test/' }).end(),
  '/announced': (response) => response.writeHead(200, { 'content-length': maxBytes + 1 }).write('WEBVTT'),
  // The response does not end, so only the size limit can end the fetch at once.
  '/unannounced': (response) => response.write(Buffer.alloc(maxBytes + 1, 'a')),
  '/broken-off': (response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('WEBVTT\n\n');
    void setTimeout(20).then(() => response.destroy());
  },
  '/silent': (response) => response.writeHead(200).write('WEBVTT\n\n'),
  '/packed': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('?'),
};

describeEmbedded('fetched recordings', (opened) => {
  const { db } = opened;
  let server: Loopback;
  let lab: ProcessingLab;
  const resolved: string[] = [];
  let failures = 0;
  const network: FetchNetwork = {
    // Private addresses are forbidden, except that of this test's server.
    allows: (address) => address === '127.0.0.1' || isPublicAddress(address),
    resolve: async (hostname) => {
      resolved.push(hostname);
      const inside = { address: '10.0.0.1', family: 4 };
      // A DNS rebinding attack: the name resolves to another address the second time.
      const rebound = { address: resolved.length === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 };
      return hostname === 'rebinding.test' ? [rebound] : [{ address: '127.0.0.1', family: 4 }, inside];
    },
  };

  beforeAll(async () => {
    server = await serveLoopback((request, response) => {
      if (request.url === '/recovers' && failures-- > 0) return response.writeHead(503).end();
      if (request.url === '/recovers') return response.end(vtt);
      const page = pages[request.url ?? ''];
      return page ? page(response, request) : response.writeHead(404).end();
    });
    lab = await openProcessingLab(opened, {
      addressRules: { allowHttp: true, allowPrivate: true },
      network,
    });
  });
  beforeEach(async () => {
    await resetTeams(db);
    server.requests.length = 0;
    resolved.length = 0;
  });
  afterEach(async () => {
    // No fetched or partial file remains.
    await vi.waitFor(async () => expect(await lab.files()).toEqual([]));
    expect(await db.selectFrom('convo_recordings').selectAll().execute()).toEqual([]);
  });
  afterAll(async () => {
    await lab.close();
    await server.close();
  });

  const process = async (url: string) => lab.ended(await lab.upload(url));

  it('are processed, also after redirects', async () => {
    for (const path of ['/call.vtt', '/once', '/three']) {
      const activity = await process(server.url + path);
      expect(activity).toMatchObject({ status: 'completed', processing_state: 'done', processing_failure: null });
      expect(await lab.spoken(activity.id)).toEqual([[null, 1000, 2000, 'Hello']]);
    }
  });

  it('are retried while the address is temporarily unavailable', async () => {
    failures = 2;
    expect(await process(`${server.url}/recovers`)).toMatchObject({ processing_state: 'done' });
    expect(server.requests).toEqual(['GET /recovers', 'GET /recovers', 'GET /recovers']);
  });

  it('fail after four attempts', async () => {
    failures = 10;
    expect(await process(`${server.url}/recovers`)).toMatchObject({
      processing_state: 'failed',
      processing_failure: "The recording's address returned status 503.",
    });
    expect(server.requests).toHaveLength(4);
  });

  it.each([
    ['does not exist', '/none', "The recording's address returned status 404."],
    ['is redirected four times', '/four', "The recording's address redirects more than 3 times."],
    [
      'is redirected to a cloud metadata service',
      '/to-metadata',
      "The recording's address 169.254.169.254 leads to a link-local address.",
    ],
    [
      'is redirected to a private address in IPv6 notation',
      '/to-mapped',
      "The recording's address [::ffff:a00:1] leads to a loopback or private address.",
    ],
    ['is redirected to a file', '/to-file', "The recording's address file: must be an http or https address."],
    [
      'is redirected to a name that resolves to a private address',
      '/to-inside',
      "The recording's address inside.test leads to a loopback or private address.",
    ],
    [
      'announces one byte too many',
      '/announced',
      `The recording has more than ${maxBytes} bytes (MAX_RECORDING_BYTES).`,
    ],
    [
      'contains one byte too many',
      '/unannounced',
      `The recording has more than ${maxBytes} bytes (MAX_RECORDING_BYTES).`,
    ],
    ['is compressed', '/packed', 'The content encoding gzip is not supported.'],
  ])('fail at once when the recording %s', async (_, path, reason) => {
    const activity = await process(server.url + path);

    expect(activity).toMatchObject({ status: 'in-progress', processing_state: 'failed', processing_failure: reason });
    expect(await lab.spoken(activity.id)).toEqual([]);
    expect(server.requests.filter((request) => request === `GET ${path}`)).toHaveLength(1);
  });

  it.each([
    ['is cut off', '/broken-off', 10_000, 'The recording cannot be fetched (ECONNRESET).'],
    [
      'stops arriving',
      '/silent',
      200,
      'The download of the recording takes too long: no data arrived for 0.2 seconds.',
    ],
  ])('fail after all retries when the recording %s', async (_, path, idleMs, reason) => {
    network.idleMs = idleMs;
    onTestFinished(() => void delete network.idleMs);
    expect(await process(server.url + path)).toMatchObject({ processing_state: 'failed', processing_failure: reason });
    expect(server.requests).toHaveLength(4);
  });

  it('are fetched from the checked IP address, even if the name changes', async () => {
    const activity = await process(`http://rebinding.test:${server.port}/call.vtt`);

    expect(activity).toMatchObject({ processing_state: 'done' });
    expect(resolved).toEqual(['rebinding.test']);
  });
});

describe('the idle time of a recording', () => {
  const idleMs = 1000;
  const blocked = 1500;
  const content = Buffer.alloc(maxBytes, 'a');

  /** Fetches the response and returns its size. Calls `receive` when the first part has arrived. */
  async function fetchFrom(
    respond: (response: ServerResponse) => void,
    receive: () => Promise<unknown> = async () => undefined,
  ): Promise<number> {
    const server = await serveLoopback((_request, response) => respond(response));
    onTestFinished(() => server.close());
    const { content: parts } = await guardedFetch(`${server.url}/a.vtt`, {
      rules: { allowHttp: true, allowPrivate: true },
      maxBytes,
      signal: new AbortController().signal,
      idleMs,
    });
    let bytes = 0;
    for await (const part of parts) {
      if (bytes === 0) await receive();
      bytes += part.length;
    }
    return bytes;
  }

  it('does not include the time in which received data waits for the reader', async () => {
    const bytes = await fetchFrom(
      (response) => response.end(content),
      () => setTimeout(blocked),
    );

    expect(bytes).toBe(content.length);
  });

  it('does not include the time in which the process is too busy to receive data', async () => {
    const bytes = await fetchFrom((response) => {
      response.write(content.subarray(0, 10));
      setImmediate(() => {
        response.end(content.subarray(10));
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blocked);
      });
    });

    expect(bytes).toBe(content.length);
  });
});
