import { expect, it } from 'vitest';
import { startPlatformLab } from '../platform/api/platform-lab.ts';
import { freePort } from '../support/network/free-port.ts';
import { useResource } from '../support/resource.ts';
import { openPlatform } from './open-platform.ts';

const lab = useResource(() => startPlatformLab());

const environment = () => ({
  PLATFORM_URL: lab.origin,
  PLATFORM_CLIENT_ID: lab.client.clientId,
  PLATFORM_CLIENT_SECRET: lab.secret,
  PLATFORM_IDENTIFIER: 'ada',
});

it('opens a platform on which the identifier has an account, and writes nothing unless asked', async () => {
  const platform = await openPlatform(environment());
  expect(platform).toMatchObject({
    identifier: 'ada',
    writes: false,
    connections: { talent: { toolPrefix: 'talent_' } },
  });
  await platform.close();
});

it.each<[string, () => Promise<Record<string, string>> | Record<string, string>, RegExp]>([
  ['no identifier', () => ({ PLATFORM_IDENTIFIER: '' }), /^Set PLATFORM_URL, .* and PLATFORM_IDENTIFIER/],
  ['an unknown identifier', () => ({ PLATFORM_IDENTIFIER: 'nobody' }), /^nobody has no account on the connections/],
  [
    'a wrong secret',
    () => ({ PLATFORM_CLIENT_SECRET: 'a-secret-of-somebody-else' }),
    /rejected the client's credentials/,
  ],
  [
    'an address without a platform',
    async () => ({ PLATFORM_URL: `http://127.0.0.1:${await freePort()}` }),
    /^The platform at http:.* cannot be tested: The platform did not respond/,
  ],
])('says in a sentence what is wrong with %s', async (_what, change, sentence) => {
  await expect(openPlatform({ ...environment(), ...(await change()) })).rejects.toThrow(sentence);
});
