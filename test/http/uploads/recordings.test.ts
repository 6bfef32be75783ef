import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openRecordingStore } from '../../../src/infrastructure/storage/recording-store.ts';
import { startUploadLab } from './upload-lab.ts';
import { useResource } from '../../support/resource.ts';

const key = '3a5b4f0e-5c0d-4d4c-9f57-0e8f7a6f4b21.audio.mpeg';

describe('recordings with a signed URL', () => {
  const lab = useResource(startUploadLab);
  beforeAll(async () => {
    await mkdir(join(lab.folder, 'recordings'), { recursive: true });
    await writeFile(join(lab.folder, 'recordings', key), '0123456789');
  });

  /** Signs a URL as the server does, with the secret that is stored next to the recordings. */
  async function address({ named = key, at = new Date() } = {}) {
    const settings = { folder: join(lab.folder, 'recordings'), maxBytes: 1, retentionDays: 30 };
    const store = await openRecordingStore(settings, { origin: lab.origin, now: () => at });
    return store.signedUrl(named);
  }

  const get = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { headers });
    return { status: response.status, headers: response.headers, body: await response.text() };
  };

  it('returns a recording as an attachment with its type and length', async () => {
    const { status, headers, body } = await get(await address());

    expect([status, body]).toEqual([200, '0123456789']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '10',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
    });
  });

  it.each([
    ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
    ['bytes=7-', 206, 'bytes 7-9/10', '789'],
    ['bytes=-3', 206, 'bytes 7-9/10', '789'],
    ['bytes=5-100', 206, 'bytes 5-9/10', '56789'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['bytes=1-2,4-5', 200, null, '0123456789'],
    ['lines=1-2', 200, null, '0123456789'],
  ])('supports the range %s', async (range, status, contentRange, body) => {
    const answer = await get(await address(), { range });

    expect([answer.status, answer.headers.get('content-range'), answer.body]).toEqual([status, contentRange, body]);
  });

  it('rejects a missing signature, or one for another recording or expiry, without a body', async () => {
    const [good, other] = [new URL(await address()), new URL(await address({ named: `${key}x` }))];
    const forged = [
      other.href.replace(`${key}x`, key),
      good.href.replace(/expires=\d+/, 'expires=99999999999'),
      good.href.replace(/signature=.*/, 'signature=aa'),
      `${good.origin}${good.pathname}`,
    ];
    for (const url of forged) {
      const { status, body } = await get(url);
      expect([status, body]).toEqual([403, '']);
    }
  });

  it('rejects an expired URL', async () => {
    const sixHours = 6 * 3_600_000;
    const still = await get(await address({ at: new Date(Date.now() - sixHours + 60_000) }));
    const over = await get(await address({ at: new Date(Date.now() - sixHours - 60_000) }));

    expect([still.status, over.status, over.body]).toEqual([200, 403, '']);
  });

  it('returns 404 for a deleted recording', async () => {
    const { status, body } = await get(await address({ named: key.replace('3a5b', 'ffff') }));
    expect([status, body]).toEqual([404, '']);
  });

  it('never returns a file outside the folder', async () => {
    expect((await get(`${lab.origin}/recordings/..%2Frecordings.secret?expires=1&signature=1`)).status).toBe(403);
    expect((await get(await address({ named: '..%2Frecordings.secret' }))).body).toBe('');
  });

  it('signs with a secret that only its owner can read', async () => {
    const { mode, size } = await stat(join(lab.folder, 'recordings.secret'));
    expect([(mode & 0o777).toString(8), size]).toEqual(['600', 32]);
  });
});
