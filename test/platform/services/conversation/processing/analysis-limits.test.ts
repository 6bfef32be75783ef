import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type AnalysisThread,
  createAnalysisThread,
} from '../../../../../src/platform/services/conversation/processing/analysis-thread.ts';
import { hostileFiles } from '../../../../support/hostile/hostile-files.ts';
import { hostileShapes } from '../../../../support/hostile/hostile-shapes.ts';
import { suiteDatabase } from '../../../../support/database/suite-database.ts';
import { openForSuite } from '../../../../support/open-for-suite.ts';
import { storeTeams } from '../conversation-records.ts';
import { openProcessingLab } from './processing-lab.ts';
import { people, talk } from '../analysis/talk.ts';
import { timeLimit } from '../../../../support/time-limit.ts';
import { waitMs } from './patient.ts';

const file = fileURLToPath(new URL('./greedy.ts', import.meta.url));
const patient = fileURLToPath(new URL('./patient.ts', import.meta.url));
/** The slowest input takes 0.1 s of CPU time. At 5 ns per pair, quadratic work takes 2 s. */
const hostileCharacters = 20_000;
const organizationId = 'acme';
const said = (text: string) => ({ segments: talk(`anna: ${text}`), participants: people, themes: [] });
const outOfTime = {
  name: 'AnalysisLimitError',
  message: 'It takes more than 1.2 seconds of CPU time.',
  isRetryable: false,
};
const hanging = { name: 'AnalysisLimitError', message: 'It takes more than 0.5 seconds.', isRetryable: false };
const outOfMemory = { name: 'AnalysisLimitError', message: 'It takes more than 32 MiB of memory.', isRetryable: false };

describe('the limits of the analysis thread', { timeout: timeLimit(60) }, () => {
  let thread: AnalysisThread | undefined;
  afterEach(() => thread?.close());

  it('do not count time in which the thread uses no CPU', async () => {
    const { analyse } = (thread = createAnalysisThread({ file: patient, maxMs: waitMs / 2 }));
    expect(await analyse(said('time'), { organizationId })).toBe('analysed');
  });

  it('end a task that hangs', async () => {
    const { analyse } = (thread = createAnalysisThread({ file: patient, maxWallMs: 500 }));
    await expect(analyse(said('hanging'), { organizationId })).rejects.toMatchObject(hanging);
  });

  it('end a task that takes too long, and not those that wait for it', async () => {
    const { analyse, readTranscript } = (thread = createAnalysisThread({ file, maxMs: 1200 }));
    const endless = analyse(said('time'), { organizationId });
    const bytes = Buffer.from('[{ "startMs": 0, "text": "Hi" }]');
    const waiting = readTranscript({ bytes, mediaType: 'application/json', knownNames: [] }, { organizationId });
    await expect(endless).rejects.toMatchObject(outOfTime);
    expect(await waiting).toMatchObject({ segments: [{ text: 'Hi' }] });
  });

  it('end a task that needs too much memory', async () => {
    const { analyse } = (thread = createAnalysisThread({ file, maxHeapMiB: 32 }));
    await expect(analyse(said('memory'), { organizationId })).rejects.toMatchObject(outOfMemory);
  });

  it('reject a conversation that is too long before the thread has it', async () => {
    const { analyse, findTopics } = (thread = createAnalysisThread({ file: patient, maxWallMs: 500 }));
    const tooLong = { name: 'AnalysisLimitError', message: 'It has more than 3,000,000 characters.' };
    const conversation = said('x'.repeat(3_000_001));
    await expect(analyse(conversation, { organizationId })).rejects.toMatchObject(tooLong);
    await expect(findTopics(conversation, { organizationId })).rejects.toMatchObject(tooLong);
  });

  it('are out of reach of hostile transcripts', { timeout: timeLimit(120) }, async () => {
    const { analyse, readTranscript } = (thread = createAnalysisThread({ maxMs: 2000 }));
    for (const shape of Object.values(hostileShapes)) {
      await expect(analyse(shape(hostileCharacters), { organizationId })).resolves.toBeDefined();
    }
    for (const hostile of Object.values(hostileFiles)) {
      await expect(readTranscript(hostile(hostileCharacters), { organizationId })).resolves.toBeDefined();
    }
  });

  it('let organizations take turns', async () => {
    const { readTranscript } = (thread = createAnalysisThread());
    const done: string[] = [];
    const read = async (organization: string) => {
      const task = { bytes: Buffer.from('[]'), mediaType: 'application/json' as const, knownNames: [] };
      await readTranscript(task, { organizationId: organization });
      done.push(organization);
    };
    await Promise.all(['acme', 'acme', 'acme', 'acme', 'globex'].map(read));
    expect(done).toEqual(['acme', 'acme', 'globex', 'acme', 'acme']);
  });
});

describe.each([
  { name: 'takes too long', options: { maxMs: 1200 }, limit: '1.2 seconds of CPU time' },
  { name: 'needs too much memory', options: { maxHeapMiB: 64 }, limit: '64 MiB of memory' },
])('a conversation whose analysis $name', ({ name, options, limit }) => {
  const database = suiteDatabase();
  const { db } = database;
  const lab = openForSuite(() =>
    openProcessingLab(database, { analysisThread: createAnalysisThread({ file, ...options }) }),
  );
  beforeAll(() => storeTeams(db));

  it('is complete without analysis, and says why', { timeout: timeLimit(60) }, async () => {
    const transcript = [{ startMs: 0, endMs: 2000, text: name.includes('memory') ? 'Of memory.' : 'Of time.' }];
    const activity = await lab.process(JSON.stringify(transcript), 'call.json');

    expect(activity).toMatchObject({
      status: 'completed',
      processing_state: 'done',
      processing_failure: null,
      themes_digest: null,
      processing_warnings: [
        'The recording does not name its speakers: all of it is attributed to one unknown speaker, and there is no call score.',
        `The conversation was not analysed. It takes more than ${limit}.`,
      ],
    });
    expect((await lab.spoken(activity.id)).map(([, , , text]) => text)).toEqual(transcript.map(({ text }) => text));
    expect(await db.selectFrom('convo_questions').select('text').execute()).toEqual([]);
    expect(await db.selectFrom('convo_summaries').select('content').execute()).toEqual([]);
    expect(await db.selectFrom('convo_events').select('trigger').execute()).toEqual([
      { trigger: 'conversation_processed' },
    ]);
  });
});
