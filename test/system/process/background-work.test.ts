import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { makeServerDatabase } from '../../support/database/server-database.ts';
import { formOf } from '../../support/graph/upload-form.ts';
import { testVaultKey } from '../../support/platform/service-keys.ts';
import { runCli } from '../../support/process/cli.ts';
import { cleanUp, makeFolder, type Program, startProgram } from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

const pageSize = 100;

const range = (length: number) => Array.from({ length }, (_, index) => index);
const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19);

const transcript = `WEBVTT\n\n${range(10_000)
  .map(
    (second) =>
      `${clock(second)}.000 --> ${clock(second)}.900\n<v Ann>And what would it cost us to move team ${second}?\n`,
  )
  .join('\n')}`;

const calls = range(200).map((index) => ({
  kind: 'activity',
  id: `call ${index}`,
  type: 'call',
  status: 'completed',
  started_at: '2026-03-02T10:00:00Z',
  participants: [{ id: 'ann', name: `Ann Guest ${index}` }],
  segments: range(60).map((at) => ({
    participant_id: 'ann',
    start_ms: at * 4000,
    end_ms: at * 4000 + 3500,
    text: `We talked about item ${at}, and I will send you its price by Friday.`,
  })),
}));

const mutation = `mutation ($input: UploadActivityInput!) {
  uploadActivity(input: $input) { ... on UploadActivitySuccess { activity { id } } }
}`;
const uploaded = z.object({ data: z.object({ uploadActivity: z.object({ activity: z.object({ id: z.string() }) }) }) });

async function upload(program: Program): Promise<void> {
  const input = { title: 'Long', hostUserEmail: 'robin.sample@example.com', language: 'en', recording: null };
  const body = formOf([
    { name: 'operations', content: JSON.stringify({ query: mutation, variables: { input } }) },
    { name: 'map', content: JSON.stringify({ 0: ['variables.input.recording'] }) },
    { name: '0', content: transcript, fileName: 'long.vtt' },
  ]);
  const response = await fetch(program.url, { method: 'POST', headers: { 'apollo-require-preflight': '1' }, body });
  const { id } = uploaded.parse(await response.json()).data.uploadActivity.activity;
  const done = { data: { activity: { processing: { state: 'DONE' } } } };
  const processed = async () =>
    expect(await program.ask(`{ activity(id: "${id}") { processing { state } } }`)).toMatchObject(done);
  await vi.waitFor(processed, { timeout: timeLimit(120) });
}

async function importCalls(environment: Record<string, string>): Promise<void> {
  const file = join(await makeFolder(), 'calls.ndjson');
  await writeFile(file, `${calls.map((call) => JSON.stringify(call)).join('\n')}\n`);
  const { code, stdout } = await runCli(environment, ['import', file]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('200 new activities\n')]);
}

describe('reads while a long transcript and an import are stored', { timeout: timeLimit(240) }, () => {
  afterEach(cleanUp);

  /** Reads until `work` ends. Returns the errors, and how many imported calls each read found. */
  async function readMeanwhile(program: Program, work: Promise<unknown>) {
    const running = { work: true };
    const over = work.finally(() => {
      running.work = false;
    });
    const errors: unknown[] = [];
    const counts = new Set<number>();
    for (let read = 0; running.work; read += 1) {
      // The filters differ, so that no answer is from the cache.
      const start = `2026-02-01T${clock(read)}Z`;
      const query = `{
        signals(filter: { fullName: "a ${read}" }) { totalCount }
        activities(first: ${pageSize}, filter: { occurred: { from: "${start}", to: "2026-03-03T00:00:00Z" } }) { nodes { id } }
      }`;
      const { data, errors: faults } = await program.ask(query);
      errors.push(...faults);
      counts.add(
        z.object({ activities: z.object({ nodes: z.array(z.unknown()) }) }).parse(data).activities.nodes.length,
      );
    }
    await over;
    return { errors, counts: [...counts] };
  }

  const readsOn = async (environment: Record<string, string>) => {
    const program = await startProgram({ ...environment, DEMO_DATA: 'true' });
    return readMeanwhile(program, Promise.all([upload(program), importCalls(environment)]));
  };

  it('are never refused on the embedded database', async () => {
    const { errors, counts } = await readsOn({ DATA_DIR: await makeFolder() });
    expect(errors).toEqual([]);
    // The import stores calls in parts while others read; alone, it would store all at once.
    expect(counts.some((count) => count > 0 && count < pageSize)).toBe(true);
  });

  it.skipIf(serverUrl === '')('are never refused on PostgreSQL', async () => {
    const database = await makeServerDatabase(serverUrl);
    const environment = { DATABASE_URL: database.url, DATA_DIR: await makeFolder(), VAULT_KEY: testVaultKey };
    // Runs after `cleanUp`, which ends the program.
    onTestFinished(() => database.remove());
    const { errors } = await readsOn(environment);
    expect(errors).toEqual([]);
  });
});
