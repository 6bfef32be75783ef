import { expect, it } from 'vitest';
import { createTextHandler } from '../../src/http/text-handler.ts';

function serve(render: () => string | Promise<string>) {
  const handle = createTextHandler({ mediaType: 'text/plain', headers: { 'x-kind': 'text' }, render });
  return async (headers = {}) => handle(new Request('http://localhost/', { headers }));
}

it('renders a text once, and sends it with its headers', async () => {
  let renderings = 0;
  const get = serve(async () => `text ${++renderings}`);
  const [first, second] = await Promise.all([get(), get()]);
  expect([await first.text(), await second.text(), renderings]).toEqual(['text 1', 'text 1', 1]);
  expect(Object.fromEntries(first.headers)).toEqual({
    'cache-control': 'private, no-cache',
    'content-type': 'text/plain',
    etag: expect.stringMatching(/^"[\w-]{43}-identity"$/),
    vary: 'Accept-Encoding',
    'x-kind': 'text',
  });
});

it('sends status 304 to a client that has the text in the same encoding', async () => {
  const get = serve(() => 'text');
  const etag = (await get()).headers.get('etag');
  const cached = await get({ 'if-none-match': etag });
  expect([cached.status, await cached.text(), cached.headers.get('x-kind')]).toEqual([304, '', 'text']);
  expect((await get({ 'if-none-match': etag, 'accept-encoding': 'br' })).status).toBe(200);
  expect((await get({ 'if-none-match': '*' })).status).toBe(304);
});

it.each([
  [
    'throws',
    () => {
      throw new Error('out of memory');
    },
  ],
  [
    'rejects',
    async () => {
      throw new Error('out of memory');
    },
  ],
])('renders a text again for the next request if rendering %s', async (_, fail) => {
  let requests = 0;
  const get = serve(() => (++requests === 1 ? fail() : 'text'));
  await expect(get()).rejects.toThrow('out of memory');
  const second = await get();
  expect([second.status, await second.text()]).toEqual([200, 'text']);
});
