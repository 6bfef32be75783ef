import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { analyseEmbedded } from '../../../../../src/platform/services/conversation/analysis/analyse.ts';
import {
  type AnalysisThread,
  type AnalysisThreadOptions,
  createAnalysisThread,
} from '../../../../../src/platform/services/conversation/processing/analysis-thread.ts';
import { openMemoryDatabase } from '../../../../support/database/memory-database.ts';
import { captureLog } from '../../../../support/log-capture.ts';
import { storeTeams } from '../conversation-records.ts';
import { openProcessingLab } from './processing-lab.ts';
import { people, talk as spoken } from '../analysis/talk.ts';
import { timeLimit } from '../../../../support/time-limit.ts';

const talk = {
  segments: spoken('anna: What does the contract cost?', 'tom: I will send you the price by Friday.'),
  participants: people,
  themes: [],
  language: 'en',
};
const organizationId = 'acme';
const greedy = { file: fileURLToPath(new URL('./greedy.ts', import.meta.url)) };
const crashOnce = { file: fileURLToPath(new URL('./crash-once.ts', import.meta.url)) };

describe('the analysis thread', { timeout: timeLimit(60) }, () => {
  let folder: string;
  let thread: AnalysisThread | undefined;
  let started: Worker[] = [];
  const running = () => started.filter(({ threadId }) => threadId !== -1).length;
  const onStart = (worker: Worker) => void started.push(worker);
  const open = (options?: AnalysisThreadOptions) => (thread = createAnalysisThread(options));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'analysis-thread-'));
    vi.stubEnv('CRASH_MARK', join(folder, 'mark'));
    started = [];
    process.on('worker', onStart);
  });
  afterEach(async () => {
    await thread?.close();
    thread = undefined;
    process.off('worker', onStart);
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  it('starts with the first task, returns the same results as this thread, and ends when idle', async () => {
    // oxlint-disable-next-line timing/no-literal-limit -- the test waits for this limit
    const { analyse: run } = open({ idleMs: 300 });
    expect(running()).toBe(0);

    const tasks = [1, 2, 3].map(() => run(talk, { organizationId }));
    const own = await analyseEmbedded(talk);
    expect(await Promise.all(tasks)).toEqual([own, own, own]);
    expect(own.questions).toHaveLength(1);
    expect([started.length, running()]).toEqual([1, 1]);
    await vi.waitFor(() => expect(running()).toBe(0), { timeout: timeLimit(5) });

    expect(await run(talk, { organizationId })).toEqual(own);
    expect(started).toHaveLength(2);
  });

  it('reads a transcript', async () => {
    const bytes = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nAda: Hello\n');
    const file = { bytes, mediaType: 'text/vtt' as const, knownNames: ['Ada'] };
    expect(await open().readTranscript(file, { organizationId })).toEqual({
      segments: [{ speaker: 'Ada', startMs: 0, endMs: 1000, text: 'Hello' }],
      cueCount: 1,
      skippedCues: 0,
      firstSkipped: undefined,
      warnings: [],
    });
    expect(running()).toBe(1);
    const other = { ...file, bytes: Buffer.from('{}'), mediaType: 'application/json' as const };
    expect(await thread?.readTranscript(other, { organizationId })).toEqual({
      fault: 'is not a transcript: expected a list of { speaker, startMs, endMs, text }',
    });
  });

  it('moves a large file to a thread that ends with its task', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify([{ startMs: 0, text: 'Hello' }]).padEnd(1_100_000));
    const file = { bytes, mediaType: 'application/json' as const, knownNames: [] };
    expect(await open({ idleMs: timeLimit(600) }).readTranscript(file, { organizationId })).toMatchObject({
      segments: [{ text: 'Hello' }],
    });
    // The transfer to the thread has emptied the array.
    expect([bytes.length, started.length]).toEqual([0, 1]);
    // The thread ends long before `idleMs`.
    await vi.waitFor(() => expect(running()).toBe(0), { timeout: timeLimit(5) });
  });

  it('rejects an aborted task with the abort reason', async () => {
    const { analyse: run } = open();
    const stopping = new AbortController();
    const aborted = run(talk, { organizationId, signal: stopping.signal });
    stopping.abort(new Error('The program is shutting down'));
    await expect(aborted).rejects.toThrow('The program is shutting down');
    expect(await run(talk, { organizationId })).toEqual(await analyseEmbedded(talk));
  });

  it('fails the task during which it crashes, and restarts for the next one', async () => {
    const { analyse: run } = open(crashOnce);
    await expect(run(talk, { organizationId })).rejects.toThrow('exited');
    expect(await run(talk, { organizationId })).toEqual(await analyseEmbedded(talk));
  });

  it('survives running out of memory while its task is aborted', async () => {
    const { log, lines } = captureLog();
    const { analyse: run } = open({ ...greedy, maxHeapMiB: 32, log });
    const stopping = new AbortController();
    // Aborts between the end of the thread and the moment at which the pool notices it.
    const abort = () => stopping.abort(new Error('The program is shutting down'));
    process.once('worker', (worker) => worker.prependListener('error', abort));
    const conversation = { ...talk, segments: spoken('anna: It is about memory.') };
    const ended = run(conversation, { organizationId, signal: stopping.signal });

    await expect(ended).rejects.toThrow('The program is shutting down');
    expect(lines).toMatchObject([
      { msg: 'the analysis thread failed outside of a task', err: { code: 'ERR_WORKER_OUT_OF_MEMORY' } },
    ]);
  });

  it('lets the job be retried after a crash', { timeout: timeLimit(120) }, async () => {
    const database = await openMemoryDatabase();
    await storeTeams(database.db);
    const lab = await openProcessingLab(database, { analysisThread: createAnalysisThread(crashOnce) });
    const activity = await lab.process(
      'WEBVTT\n\n00:00.000 --> 00:04.000\n<v Ada Moreau>What would the price be?\n\n00:04.000 --> 00:08.000\n<v Kim>Ten euros a month for each of you.\n',
      'call.vtt',
    );

    expect(activity).toMatchObject({ processing_state: 'done', processing_failure: null });
    expect(started).toHaveLength(2);
    const questions = await database.db.selectFrom('convo_questions').select('text').execute();
    expect(questions).toEqual([{ text: 'What would the price be?' }]);
    await lab.close();
    expect(running()).toBe(0);
    await database.close();
  });
});
