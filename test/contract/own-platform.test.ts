import { afterAll, expect, it, vi } from 'vitest';
import { createEmbeddedTransport } from '../../src/connector/transports/embedded.ts';
import { readDemoRecords } from '../../src/platform/demo/demo-records.ts';
import type { SourceRecord } from '../../src/platform/import/files/source-record.ts';
import { importBatch } from '../../src/platform/import/import-batch.ts';
import { startPlatformLab } from '../platform/api/platform-lab.ts';
import { useResource } from '../support/resource.ts';
import { describeContract } from './contract.ts';
import { openPlatform } from './open-platform.ts';

// Set the time before imports read it: the age of demo records decides which rules they prove.
vi.hoisted(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') }));
afterAll(() => void vi.useRealTimers());

const identifier = 'robin';

/** The demo records with some signals, many screened, and only their companies and institutions. */
async function demoRecords(): Promise<SourceRecord[]> {
  const demo = [...(await readDemoRecords('talent', new Date())), ...(await readDemoRecords('convo', new Date()))];
  const signals = demo
    .filter(({ kind }) => kind === 'signal')
    .filter(({ fields }, index) => index < 30 || (index < 200 && fields['screenings']));
  const text = JSON.stringify(signals);
  const isUsed = (id: unknown) => text.includes(`"${String(id)}"`);
  return demo.filter(({ kind, fields: { id, entries } }) => {
    if (Array.isArray(entries)) entries.splice(0, Infinity, ...entries.filter((each) => isUsed(each.signal_id)));
    return isUsed(id) || !['signal', 'company', 'institution'].includes(kind);
  });
}

const lab = useResource(async () => {
  const started = await startPlatformLab({ CALL_RATE_LIMIT: '1000000' }, () => new Date());
  const { faults } = await importBatch(started.db, await demoRecords());
  expect(faults).toEqual([]);
  await started.connect('talent', { identifier, userId: 'usr_demo' });
  await started.connect('convo', { identifier, userId: 'a3f3958d-092c-5688-b27d-b53b14a6c8eb' });
  return started;
});
const environment = () => ({
  PLATFORM_URL: lab.origin,
  PLATFORM_CLIENT_ID: lab.client.clientId,
  PLATFORM_CLIENT_SECRET: lab.secret,
  PLATFORM_IDENTIFIER: identifier,
});
const open = () => openPlatform({ ...environment(), CONTRACT_WRITES: '1' });
const openEmbedded = async () => ({ ...(await open()), transport: createEmbeddedTransport(lab.platform) });
const openBatched = async () => ({ ...(await open()), isBatched: true });

describeContract('our platform, embedded', openEmbedded, { mustTryAll: true });
describeContract('our platform over REST', open, { mustTryAll: true });
describeContract('our platform over REST in batches', openBatched, { mustTryAll: true });

it('opens a platform on which the identifier has an account, and writes nothing unless asked', async () => {
  const platform = await openPlatform(environment());
  expect(platform).toMatchObject({ identifier, writes: false });
  await platform.close();
});

it.each<[string, Record<string, string>, RegExp]>([
  ['no identifier', { PLATFORM_IDENTIFIER: '' }, /^Set PLATFORM_URL, .* and PLATFORM_IDENTIFIER/],
  ['an unknown identifier', { PLATFORM_IDENTIFIER: 'nobody' }, /^nobody has no account on the connections/],
  ['a wrong secret', { PLATFORM_CLIENT_SECRET: 'a-secret-of-somebody-else' }, /rejected the client's credentials/],
  ['an address without a platform', { PLATFORM_URL: 'http://127.0.0.1:1' }, /tested: The platform did not respond/],
])('says in a sentence what is wrong with %s', async (_what, change, sentence) => {
  await expect(openPlatform({ ...environment(), ...change })).rejects.toThrow(sentence);
});
