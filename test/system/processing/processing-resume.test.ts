import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DatabaseLocation, openDatabase } from '../../../src/platform/database/open-database.ts';
import { inlineScript } from '../../support/process/program.ts';
import { copyDatabase } from '../../support/database/migrated-database.ts';
import { makeServerDatabase } from '../../support/database/server-database.ts';
import { type Loopback, serveLoopback } from '../../support/network/loopback-server.ts';
import { ada, storeTeams } from '../../platform/services/conversation/conversation-records.ts';
import { openProcessingLab } from '../../platform/services/conversation/processing/processing-lab.ts';
import { timeLimit } from '../../support/time-limit.ts';

const vtt = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Ada Moreau>What would the new price be for the whole team?</v>

00:00:04.500 --> 00:00:09.000
<v Kim Buyer>The contract is much too long for all of us.
`;
const wav = 'RIFF\u0024\0\0\0WAVEfmt ';
const timing = { heartbeat: 10, supervise: 1, poll: 0.5, retryDelay: 0 };

const moduleAt = (path: string) => JSON.stringify(new URL(`../../../${path}`, import.meta.url).href);

const serverUrl = process.env['TEST_DATABASE_URL'];

/** Databases that outlive a process. */
const places = [
  {
    name: 'PGlite',
    make: async (folder: string) => {
      const dataDir = join(folder, 'data');
      await copyDatabase(dataDir);
      return { location: { dataDir }, remove: async () => {} };
    },
  },
  ...(serverUrl
    ? [
        {
          name: 'PostgreSQL',
          make: async () => {
            const { url, remove } = await makeServerDatabase(serverUrl);
            return { location: { url }, remove };
          },
        },
      ]
    : []),
];

describe.each(places)('interrupted processing on $name', { timeout: timeLimit(120) }, ({ make }) => {
  let folder: string;
  let location: DatabaseLocation;
  let remove: () => Promise<void>;
  /** Stands in for the transcriber and the analyst. While `isHolding`, its responses wait. */
  let server: Loopback;
  let waiting: ServerResponse[];
  let isHolding: boolean;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'resume-'));
    ({ location, remove } = await make(folder));
    waiting = [];
    isHolding = true;
    server = await serveLoopback((request, response) => {
      request.resume();
      if (isHolding) return waiting.push(response);
      if (request.url !== '/v1/audio/transcriptions') return response.writeHead(404).end();
      return response.end(JSON.stringify({ segments: [{ start: 0, end: 2, text: 'Spoken once' }] }));
    });
  });
  afterEach(async () => {
    await server.close();
    await remove();
    await rm(folder, { recursive: true });
  });

  const options = () => ({
    recordings: { folder: join(folder, 'recordings'), maxBytes: 1_000_000, retentionDays: 30 },
    transcriber: { url: `${server.url}/v1/audio/transcriptions`, model: 'm' },
    analyst: { url: `${server.url}/v1`, model: 'm' },
    timing,
  });

  const none = { participants: 0, segments: 0, summaries: 0, questions: 0, scores: 0 };
  const outputsOf = async (db: Awaited<ReturnType<typeof openDatabase>>['db'], id: string) => {
    const { rows } = await sql<Record<string, number>>`select
      (select count(*)::int from convo_participants where activity_id = ${id}) as participants,
      (select count(*)::int from convo_segments where activity_id = ${id}) as segments,
      (select count(*)::int from convo_summaries where activity_id = ${id}) as summaries,
      (select count(*)::int from convo_questions where activity_id = ${id}) as questions,
      (select count(*)::int from convo_call_scores where activity_id = ${id}) as scores`.execute(db);
    return rows[0];
  };

  it(
    'continues after the process was killed before and after the transcript, without duplicates',
    async () => {
      const opened = await openDatabase(location);
      await storeTeams(opened.db);
      await opened.close();
      const script = `
      import { openDatabase } from ${moduleAt('src/platform/database/open-database.ts')};
      import { openProcessingLab } from ${moduleAt('test/platform/services/conversation/processing/processing-lab.ts')};
      const lab = await openProcessingLab(await openDatabase(${JSON.stringify(location)}), ${JSON.stringify(options())});
      for (const [content, name] of ${JSON.stringify([
        [wav, 'a.wav'],
        [vtt, 'a.vtt'],
      ])}) {
        const { url } = await lab.receive(content, name);
        console.log(await lab.upload(url));
      }`;
      const { args, env } = inlineScript(script);
      const child = spawn(process.execPath, args, { env });
      const [output, faults] = [collect(child.stdout), collect(child.stderr)];
      const exited = once(child, 'exit');
      // One upload waits for the transcriber; the other has a transcript and waits for the analyst.
      await vi.waitFor(() => expect([server.requests.toSorted(), faults()]).toEqual([asked, '']), {
        timeout: timeLimit(50),
      });
      child.kill('SIGKILL');
      await exited;
      const [spoken = '', written = ''] = output().split('\n');

      const again = await openDatabase(location);
      const { db } = again;
      expect(await outputsOf(db, spoken)).toEqual(none);
      expect(await outputsOf(db, written)).toEqual({ ...none, participants: 2, segments: 2 });
      isHolding = false;
      // Jobs count as lost ten seconds after their last heartbeat.
      await sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`.execute(db);
      const lab = await openProcessingLab(again, options());
      const done = { status: 'completed', processing_state: 'done', host_user_id: ada };
      expect(await lab.ended(spoken)).toMatchObject(done);
      expect(await lab.ended(written)).toMatchObject(done);
      expect(await outputsOf(db, spoken)).toEqual({ ...none, participants: 2, segments: 1, summaries: 1 });
      expect(await outputsOf(db, written)).toEqual({
        participants: 2,
        segments: 2,
        summaries: 1,
        questions: 1,
        scores: 1,
      });
      await lab.close();
      await again.close();
    },
    timeLimit(120),
  );

  it('continues after a shutdown, which is not a failed attempt', async () => {
    const opened = await openDatabase(location);
    await storeTeams(opened.db);
    let lab = await openProcessingLab(opened, options());
    const { url } = await lab.receive(wav, 'a.wav');
    const id = await lab.upload(url);
    for (let stop = 0; stop < 5; stop += 1) {
      await vi.waitFor(() => expect(waiting).toHaveLength(stop + 1), { timeout: timeLimit(30) });
      await lab.conversation.close();
      if (stop === 4) isHolding = false;
      lab = await openProcessingLab(opened, options());
    }

    expect(await lab.ended(id)).toMatchObject({ processing_state: 'done' });
    expect(await outputsOf(opened.db, id)).toEqual({ ...none, participants: 2, segments: 1, summaries: 1 });
    await lab.close();
    await opened.close();
  });

  it('fails when every attempt was interrupted, and ignores late results of a lost process', async () => {
    const opened = await openDatabase(location);
    await storeTeams(opened.db);
    const publish = vi.fn<() => void>();
    const lab = await openProcessingLab(opened, { ...options(), changes: { publish } });
    const { url } = await lab.receive(wav, 'a.wav');
    const id = await lab.upload(url);
    await vi.waitFor(() => expect(waiting).toHaveLength(1), { timeout: timeLimit(30) });
    // Changes the job as if its process had died during the last attempt.
    await sql`update pgboss.job set retry_count = retry_limit, heartbeat_on = now() - interval '1 hour'
      where state = 'active'`.execute(opened.db);

    expect(await lab.ended(id)).toMatchObject({
      status: 'in-progress',
      processing_state: 'failed',
      processing_failure: 'The processing was interrupted several times.',
    });
    waiting[0]?.end(JSON.stringify({ segments: [{ start: 0, end: 2, text: 'Too late' }] }));
    // The attempt publishes a change after it has tried to store the transcript.
    await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(4), { timeout: timeLimit(30) });
    await lab.close();
    expect(await outputsOf(opened.db, id)).toEqual(none);
    await opened.close();
  });
});

const asked = ['POST /v1/audio/transcriptions', 'POST /v1/chat/completions'];

function collect(stream: NodeJS.ReadableStream) {
  let all = '';
  stream.on('data', (chunk) => (all += String(chunk)));
  return () => all;
}
