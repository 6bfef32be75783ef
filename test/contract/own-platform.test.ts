import { afterAll, expect, it, vi } from 'vitest';
import { createEmbeddedTransport } from '../../src/connector/transports/embedded.ts';
import { readDemoRecords } from '../../src/platform/demo/demo-records.ts';
import type { SourceRecord } from '../../src/platform/import/files/source-record.ts';
import { importBatch } from '../../src/platform/import/import-batch.ts';
import { startPlatformLab } from '../platform/api/platform-lab.ts';
import { useResource } from '../support/resource.ts';
import { describeContract } from './contract.ts';
import { openPlatform } from './open-platform.ts';

// The demo records are relative to the time, and what they can show depends on it. The suite reads the time when it is loaded.
vi.hoisted(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') }));
afterAll(() => void vi.useRealTimers());

const identifier = 'robin';

/** Some demo signals and activities, many of them reviewed, and the records that belong to them. */
async function demoRecords(): Promise<SourceRecord[]> {
  const now = new Date();
  const demo = [...(await readDemoRecords('talent', now)), ...(await readDemoRecords('convo', now))];
  const large = ['signal', 'activity'].flatMap((kind) =>
    demo
      .filter((each) => each.kind === kind)
      .filter(({ fields }, index) => index < (kind === 'signal' ? 30 : 50) || (index < 200 && fields['screenings'])),
  );
  const [ids, text] = [new Set(large.map(({ fields }) => fields['id'])), JSON.stringify(large)];
  return demo.filter(({ kind, fields: { id, entries, activity_id: activityId } }) => {
    if (Array.isArray(entries))
      entries.splice(0, Infinity, ...entries.filter((each) => ids.has(Object(each).signal_id)));
    if (kind === 'company' || kind === 'institution') return text.includes(`"${String(id)}"`);
    return kind === 'signal' || kind === 'activity' ? ids.has(id) : activityId === undefined || ids.has(activityId);
  });
}

async function startPlatform() {
  const lab = await startPlatformLab({ CALL_RATE_LIMIT: '1000000' }, () => new Date());
  const { faults } = await importBatch(lab.db, await demoRecords());
  if (faults.length > 0) throw new Error(JSON.stringify(faults.slice(0, 3)));
  await lab.connect('talent', { identifier, userId: 'usr_demo' });
  await lab.connect('convo', { identifier, userId: 'a3f3958d-092c-5688-b27d-b53b14a6c8eb' });
  return lab;
}

const lab = useResource(startPlatform);
const environment = () => ({
  PLATFORM_URL: lab.origin,
  PLATFORM_CLIENT_ID: lab.client.clientId,
  PLATFORM_CLIENT_SECRET: lab.secret,
  PLATFORM_IDENTIFIER: identifier,
});
const openRest = () => openPlatform({ ...environment(), CONTRACT_WRITES: '1' });
async function openEmbedded() {
  const rest = await openRest();
  return { ...rest, transport: createEmbeddedTransport(lab.platform) };
}
const openBatched = async () => ({ ...(await openRest()), isBatched: true });

describeContract('our platform, embedded', { open: openEmbedded, mustTryAll: true });
describeContract('our platform over REST', { open: openRest, mustTryAll: true });
describeContract('our platform over REST in batches', { open: openBatched, mustTryAll: true });

it('opens a platform on which the identifier has an account, and writes nothing unless asked', async () => {
  const platform = await openPlatform(environment());
  expect(platform).toMatchObject({ identifier, writes: false });
  await platform.close();
});

it.each<[string, Record<string, string>, RegExp]>([
  ['no identifier', { PLATFORM_IDENTIFIER: '' }, /^Set PLATFORM_URL, .* and PLATFORM_IDENTIFIER/],
  ['an unknown identifier', { PLATFORM_IDENTIFIER: 'nobody' }, /^nobody has no account on the connections/],
  ['a wrong secret', { PLATFORM_CLIENT_SECRET: 'a-secret-of-somebody-else' }, /rejected the client's credentials/],
  [
    'an address without a platform',
    { PLATFORM_URL: 'http://127.0.0.1:1' },
    /cannot be tested: The platform did not respond/,
  ],
])('says in a sentence what is wrong with %s', async (_what, change, sentence) => {
  await expect(openPlatform({ ...environment(), ...change })).rejects.toThrow(sentence);
});
