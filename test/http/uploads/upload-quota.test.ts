import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { createUploadQuota } from '../../../src/http/uploads/upload-quota.ts';
import { maxBytes, startUploadLab, type UploadLab, uploadParts } from './upload-lab.ts';
import { useClosing } from '../../support/resource.ts';
import { timeLimit } from '../../support/time-limit.ts';

/** Limits of a caller, as documented. */
const maxInFlight = 4;
const maxBytesInFlight = 2 * maxBytes;

const asBen = { 'apollo-require-preflight': '1', 'x-test-caller': 'ben' };
/** Bytes that the server allows for fields and boundaries; the rest of a length counts as files. */
const overhead = 2 * 1024 * 1024 + 64 * 1024;
const announce = (bytes: number) => [`content-length: ${overhead + bytes}`];
const multipart = 'content-type: multipart/form-data; boundary=b';
const vtt = (bytes: number) => `WEBVTT\n\n00:00.000 --> 00:01.000\n${'a'.repeat(bytes - 33)}\n`;

describe('upload quotas', () => {
  let lab: UploadLab;
  const closing = useClosing();

  /** Begins a request and leaves it unfinished. */
  async function begin(head: string[] = ['transfer-encoding: chunked']) {
    const socket = await lab.begin([multipart, ...head]);
    closing({ close: () => socket.destroy() });
    return socket;
  }
  /** Begins a request that must be answered although its body never arrives. */
  const answerTo = async (head?: string[]) => {
    const answer = await text(await begin(head));
    const [headers = '', body = ''] = answer.split('\r\n\r\n');
    return { status: headers.split(' ')[1], headers, body };
  };
  /** Begins one request more than `count`, waits until any is rejected, and returns the others. */
  async function fill(count: number, head?: string[]) {
    const begun = [];
    for (let index = 0; index <= count; index += 1) begun.push(await begin(head));
    const rejected = await Promise.race(begun.map(async (socket) => text(socket).then(() => socket)));
    return begun.filter((socket) => socket !== rejected);
  }
  const requestLines = () => lab.logged.filter(({ msg }) => msg === 'POST /graphql');

  const tooManyRequests = expect.stringContaining(
    `"message":"A caller can send at most ${maxInFlight} requests with files at the same time."`,
  );

  it('reject one request too many in flight before its body is read, and accept others when it ends', async () => {
    lab = closing(await startUploadLab());
    const inFlight = await fill(maxInFlight);
    await vi.waitFor(() => expect(requestLines()).toHaveLength(1), timeLimit(10));
    const before = requestLines().length;
    const rejected = await answerTo();

    expect(rejected).toMatchObject({ status: '429', body: tooManyRequests });
    expect(rejected.headers).toMatch(/retry-after: 5/i);
    expect(rejected.headers).toMatch(/connection: close/i);
    expect(
      JSON.parse(rejected.body.slice(rejected.body.indexOf('{'), rejected.body.lastIndexOf('}') + 1)),
    ).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED', isRetryable: true, retryAt: expect.any(String) } }],
    });
    await vi.waitFor(() => expect(requestLines().length).toBeGreaterThan(before), timeLimit(10));
    expect(requestLines().slice(before)).toMatchObject([{ status: 429, identifier: 'demo' }]);
    expect((await lab.send(uploadParts(), asBen)).status).toBe(200);

    inFlight[0]?.destroy();
    await vi.waitFor(async () => expect((await lab.send(uploadParts())).status).toBe(200), timeLimit(10));
  });

  it('release every request that ends, however it ends', async () => {
    lab = closing(await startUploadLab());
    const files = await lab.files();
    for (let count = 0; count <= maxInFlight; count += 1) {
      expect((await lab.send(uploadParts({ map: '{"other":["variables.input.recording"]}' }))).status).toBe(400);
      expect((await lab.send(uploadParts({ content: 'x'.repeat(maxBytes + 1) }))).status).toBe(413);
      expect((await lab.send(uploadParts({ input: { hostUserEmail: 'x@y.example' } }))).status).toBe(200);
    }
    // The part of a file that is too large is deleted after the response.
    await vi.waitFor(async () => expect(await lab.files()).toEqual(files), { timeout: timeLimit(10) });
    expect((await lab.send(uploadParts())).body.data.uploadActivity.__typename).toBe('UploadActivitySuccess');
  });

  it('limit the announced bytes in flight', async () => {
    lab = closing(await startUploadLab());
    await fill(2, announce(maxBytesInFlight / 2));

    expect((await answerTo(announce(1))).body).toContain(
      `A caller can send at most ${maxBytesInFlight} bytes of files at the same time.`,
    );
    expect((await lab.send(uploadParts(), asBen)).status).toBe(200);
  });

  it('answer 503 to what does not fit beside the requests of all callers', async () => {
    lab = closing(await startUploadLab());
    const callers = ['ada', 'ada', 'ben', 'ben', 'cleo', 'cleo', 'dora', 'dora', 'eve'];
    const begun = await Promise.all(
      callers.map((caller) => begin([`x-test-caller: ${caller}`, ...announce(maxBytesInFlight / 2)])),
    );
    const rejected = await Promise.race(begun.map((socket) => text(socket)));
    expect(rejected).toMatch(/^HTTP\/1.1 503 .*\r\nretry-after: 5\r\n/is);
    expect(rejected).toContain('"code":"OVERLOADED","isRetryable":true');
  });

  describe('of stored recordings', () => {
    /** Stores ten recordings, so that 40,000 bytes of the quota of the caller are left. */
    const fillUp = async () => {
      for (let count = 0; count < 10; count += 1) await lab.send(uploadParts({ content: vtt(maxBytes - 4_000) }));
    };

    it('reject announced bytes that do not fit, before the body is read', async () => {
      lab = closing(await startUploadLab());
      await fillUp();
      const [files, activities] = [await lab.files(), await lab.activities()];
      const { status, body } = await answerTo(announce(40_001));

      expect(status).toBe('403');
      expect(body).toContain('The recordings of a caller can take at most 1000000 bytes; 960000 are stored.');
      expect(body).toContain('"extensions":{"code":"UPLOAD_QUOTA_EXCEEDED","isRetryable":false}');
      expect(await lab.files()).toEqual(files);
      expect(await lab.activities()).toHaveLength(activities.length);
      expect(requestLines().at(-1)).toMatchObject({ status: 403, identifier: 'demo' });
      expect((await lab.send(uploadParts({ content: vtt(60_000) }), asBen)).status).toBe(200);

      // The server accepts exactly the bytes that are left, and reads the body before it responds.
      const socket = await begin(announce(40_000));
      socket.write('x'.repeat(overhead + 40_000));
      expect(await text(socket)).toMatch(/^HTTP\/1.1 400/);
    });

    it('reject bytes that were not announced as soon as they do not fit, and keep no part of the file', async () => {
      lab = closing(await startUploadLab());
      await fillUp();
      const [files, activities] = [await lab.files(), await lab.activities()];
      const socket = await begin();
      const part = (name: string, content: string, fileName = '') =>
        `--b\r\ncontent-disposition: form-data; name="${name}"${fileName && `; filename="${fileName}"`}\r\n\r\n${content}\r\n`;
      const [operations, map] = uploadParts().map(({ content }) => String(content));
      const body = `${part('operations', operations ?? '')}${part('map', map ?? '')}${part('file', vtt(60_000), 'a.vtt')}`;
      socket.write(`${body.length.toString(16)}\r\n${body}\r\n`);

      expect(await text(socket)).toMatch(/^HTTP\/1.1 403[^]*"code":"UPLOAD_QUOTA_EXCEEDED"/);
      await vi.waitFor(async () => expect(await lab.files()).toEqual(files));
      expect(await lab.activities()).toHaveLength(activities.length);
    });
  });
});

describe('the quota of stored recordings', () => {
  const file = { files: 1, bytes: 0 };

  it('rejects one recording too many, and counts none that was not stored', async () => {
    const quota = createUploadQuota(async () => ({ files: 9_998, bytes: 0 }), maxBytes);
    const [one, other] = [await quota.reserve('ada'), await quota.reserve('ada')];
    one.raise(file);
    other.raise(file);
    const message = 'A caller can store 10000 recordings.';
    expect(() => other.raise({ files: 2, bytes: 0 })).toThrow(message);
    one.end({ isStored: false });
    other.raise({ files: 2, bytes: 0 });
    expect(() => other.raise({ files: 3, bytes: 0 })).toThrow(message);
    other.end({ isStored: true });
    (await quota.reserve('ben')).raise(file);
  });

  it('counts what the requests of a caller have stored meanwhile', async () => {
    const quota = createUploadQuota(async () => ({ files: 9_999, bytes: 0 }), maxBytes);
    const [one, other] = [await quota.reserve('ada'), await quota.reserve('ada')];
    one.raise(file);
    one.end({ isStored: true });
    expect(() => other.raise(file)).toThrow('A caller can store 10000 recordings.');
  });

  it('rejects one request too many of all callers until another one ends', async () => {
    const quota = createUploadQuota(async () => ({ files: 0, bytes: 0 }), maxBytes);
    const callers = Array.from({ length: 100 / maxInFlight }, (_, index) => `caller ${index}`);
    const [first] = await Promise.all(
      callers.flatMap((caller) => Array.from({ length: maxInFlight }, () => quota.reserve(caller))),
    );
    const message = 'At most 100 requests with files can arrive at once. Retry later.';
    const overloaded = { message, code: 'OVERLOADED', headers: { 'retry-after': '5' } };
    await expect(quota.reserve('ada')).rejects.toMatchObject(overloaded);
    first?.end({ isStored: false });
    await quota.reserve('ada');
    await expect(quota.reserve('ben')).rejects.toThrow(message);
  });

  it('rejects bytes beyond eight recordings of maximum size of all callers until another request ends', async () => {
    const quota = createUploadQuota(async () => ({ files: 0, bytes: 0 }), maxBytes);
    const recording = { files: 1, bytes: maxBytes };
    const callers = ['ada', 'ben', 'cleo', 'dora'].flatMap((caller) => [caller, caller]);
    const [first, ...others] = await Promise.all(callers.map((caller) => quota.reserve(caller)));
    for (const other of others) other.raise(recording);
    first?.raise(recording);
    const late = await quota.reserve('eve');
    expect(() => late.raise({ files: 1, bytes: 1 })).toThrow(
      expect.objectContaining({
        message: `At most ${8 * maxBytes} bytes of files can arrive at once. Retry later.`,
        code: 'OVERLOADED',
        headers: { 'retry-after': '5' },
      }),
    );
    first?.end({ isStored: true });
    late.raise(recording);
  });
});
