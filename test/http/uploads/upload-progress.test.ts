import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { startUploadLab, uploadParts } from './upload-lab.ts';
import { useResource } from '../../support/resource.ts';
import { openSocket } from '../../support/network/raw-request.ts';

const requestMs = 600;
const idleMs = 30_000;
const pauseMs = 100;

const form =
  uploadParts({ content: '' })
    .slice(0, 2)
    .map(({ name, content }) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(content)}\r\n`)
    .join('') +
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.vtt"\r\n\r\nWEBVTT\n\n00:00.000 --> 00:01.000\n';

describe('slow requests', () => {
  const lab = useResource(() => startUploadLab({}, { requestMs }));

  /** Sends the start of a body, then the rest character by character. */
  async function trickle(path: string, { type, start, rest }: { type: string; start: string; rest: string }) {
    const socket = await openSocket(lab.origin);
    // Reads the response while it arrives: a reset of the connection would discard unread data.
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    const closed = once(socket, 'close');
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\napollo-require-preflight: 1\r\nconnection: close\r\n` +
        `content-type: ${type}\r\ncontent-length: ${start.length + rest.length}\r\n\r\n${start}`,
    );
    for (const character of rest) {
      // oxlint-disable-next-line timing/no-sleep -- the rate of the characters is the subject
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (answer !== '' || !socket.writable) break;
      socket.write(character);
    }
    await closed;
    return answer;
  }

  const upload = { type: 'multipart/form-data; boundary=x', start: form };

  it('has no time limit for an upload that makes progress', async () => {
    const answer = await trickle('/graphql', { ...upload, rest: `${'Hello '.repeat(3)}\r\n--x--\r\n` });

    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('UploadActivitySuccess');
  });

  it('ends a stalled upload and stores nothing', async () => {
    const before = await lab.files();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ended = lab.raw(['content-type: multipart/form-data; boundary=x', 'content-length: 90000'], form);
    await vi.waitFor(async () => expect(await lab.files()).not.toEqual(before));
    await vi.advanceTimersByTimeAsync(idleMs);
    vi.useRealTimers();
    const answer = await ended;

    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('The upload stopped: nothing of the request arrived for 30 seconds.');
    await vi.waitFor(async () => expect(await lab.files()).toEqual(before));
  });

  it.each([
    ['/graphql', 'application/json', '{"query":"{ __typename }"', ' '],
    ['/oauth/token', 'application/x-www-form-urlencoded', 'grant_type=', 'a'],
  ])('ends a request at %s with %s that takes too long', async (path, type, start, character) => {
    // The rest would take many minutes.
    const answer = await trickle(path, { type, start, rest: character.repeat(10_000) });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('ends an upload that was rejected before it arrived', async () => {
    const socket = await openSocket(lab.origin);
    const answer = text(socket);
    // The request lacks a preflight header, so it is rejected before its body is read.
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${upload.type}\r\ncontent-length: 90000\r\n\r\n${form}`,
    );
    const startedAt = performance.now();
    expect(await answer).toMatch(/^HTTP\/1\.1 403 /);
    // oxlint-disable-next-line timing/no-measured-time -- an idle connection ends after a minute
    expect(performance.now() - startedAt).toBeLessThan(45_000);
  });
});
