import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import type { OpenDatabase } from '../../../src/platform/database/open-database.ts';
import { openConversation } from '../../../src/platform/services/conversation/open-conversation.ts';
import { vaultOf } from '../../platform/platform-lab.ts';
import { ada, storeTeams } from '../../platform/services/conversation/conversation-records.ts';
import { databases } from '../../support/database/test-databases.ts';
import { serviceKeys } from '../../support/platform/service-keys.ts';
import { type BenchCase, milliseconds } from '../figure.ts';

const vtt = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Ada Moreau>I will send you the new contract by Friday.
`;

/** Throughput of many small uploads at once; a worker that slept after each job would miss the target. */
export const uploadBurst: BenchCase = {
  name: 'upload burst',
  async measure() {
    const database = databases().at(-1);
    if (!database) throw new Error('No database to measure on');
    const opened = await database.open();
    await storeTeams(opened.db);
    await processUploads(opened, 5);
    const few = await processUploads(opened, 20);
    const many = await processUploads(opened, 60);
    await opened.close();
    const ratio = many / few;
    return [
      {
        name: `time to process 60 concurrent small uploads on ${database.name}`,
        value: `${milliseconds(many)} (×${ratio.toFixed(2)})`,
        baseline: `${milliseconds(few)} for 20`,
        target: 'at most ×3',
        reached: ratio <= 3,
      },
    ];
  },
};

/** Time to process concurrent uploads, with the polling intervals of production. */
async function processUploads({ db, calls, jobs }: OpenDatabase, count: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'upload-burst-'));
  const now = () => new Date();
  const { service, recordings, close } = await openConversation({
    db,
    calls,
    jobs,
    now,
    log: pino({ level: 'silent' }),
    publicOrigin: 'http://127.0.0.1:4000',
    recordings: { folder, maxBytes: 1024 * 1024, retentionDays: 7 },
    addressRules: { allowHttp: false, allowPrivate: false },
    vault: vaultOf('upload burst'),
  });
  const token = await serviceKeys({ db, service: 'convo', now }).issuePersonal({ userId: ada });
  const received = Array.from({ length: count }, () => recordings.receive(Readable.from([Buffer.from(vtt)]), {}));
  const urls = (await Promise.all(received)).map(({ url }) => url);
  const startedAt = performance.now();
  const expected = (await countDone(db)) + count;
  const { signal } = new AbortController();
  const input = { hostUserEmail: 'ada@acme.example', language: 'en_GB', title: 'Call' };
  await Promise.all(
    urls.map((recordingUrl) => service.execute('activity_upload', { ...input, recordingUrl }, { token, signal })),
  );
  while ((await countDone(db)) < expected) await setTimeout(10);
  const took = performance.now() - startedAt;
  await close();
  await rm(folder, { recursive: true });
  return took;
}

async function countDone(db: OpenDatabase['db']): Promise<number> {
  const { done } = await db
    .selectFrom('convo_activities')
    .select(({ fn }) => fn.countAll().as('done'))
    .where('processing_state', '=', 'done')
    .executeTakeFirstOrThrow();
  return Number(done);
}
