import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type BenchCase, milliseconds } from '../figure.ts';

const port = 4822;
const uploads = 4;
const cues = 3000;
const idleSamples = 400;
const pauseMs = 20;
const engine = process.env['DATABASE_URL'] ? 'PostgreSQL' : 'PGlite';
const maxFactor = 3;

/** Latency of other requests while four conversations of two and a half hours are uploaded and analysed. */
export const uploadStall: BenchCase = {
  name: 'upload stall',
  async measure() {
    const dataDir = await mkdtemp(join(tmpdir(), 'graph-bench-'));
    const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error', CACHE_SECONDS: '0' };
    const child = spawn(process.execPath, ['src/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    const host = usersSchema.parse(await ask('{ users { email } }')).users.find(({ email }) => email !== null)?.email;
    await sample((count) => count < 100);
    const idle = await sample((count) => count < idleSamples);
    let isOver = false;
    const [busy] = await Promise.all([
      sample(() => !isOver),
      processUploads(String(host)).finally(() => {
        isOver = true;
      }),
    ]);
    child.kill();
    await once(child, 'exit');
    await rm(dataDir, { recursive: true });
    const [before, during] = [percentile95(idle), percentile95(busy)];
    return [
      {
        name: `p95 of other requests on ${engine} during four large uploads (${busy.length} requests, maximum ${milliseconds(Math.max(...busy))})`,
        value: milliseconds(during),
        baseline: `${milliseconds(before)} idle`,
        target: `at most ×${maxFactor}`,
        reached: during <= maxFactor * before,
      },
    ];
  },
};

const usersSchema = z.object({ users: z.array(z.object({ email: z.string().nullable() })) });
const uploadSchema = z.object({ uploadActivity: z.object({ activity: z.object({ id: z.string() }) }) });
const stateSchema = z.object({ activity: z.object({ processing: z.object({ state: z.string() }) }) });

const address = `http://127.0.0.1:${port}/graphql`;

async function ask(query: string, variables: object = {}): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  const { data, errors } = await response.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** Latencies in milliseconds of sequential requests with a pause between them. */
async function sample(shouldContinue: (count: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (shouldContinue(times.length)) {
    const startedAt = performance.now();
    await ask('{ signals(first: 25) { nodes { fullName score } } }');
    times.push(performance.now() - startedAt);
    await wait(pauseMs);
  }
  return times;
}

const percentile95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;

async function processUploads(host: string): Promise<void> {
  const ids = await Promise.all(Array.from({ length: uploads }, (_, index) => upload(host, index)));
  for (const id of ids) {
    while (await isInProgress(id)) await wait(500);
  }
}

async function isInProgress(id: string): Promise<boolean> {
  const { state } = stateSchema.parse(
    await ask('query ($id: ID!) { activity(id: $id) { processing { state } } }', { id }),
  ).activity.processing;
  if (state === 'FAILED') throw new Error(`Processing ${id} failed`);
  return state !== 'DONE';
}

async function upload(host: string, index: number): Promise<string> {
  const query = `mutation ($input: UploadActivityInput!) { uploadActivity(input: $input) {
    ... on UploadActivitySuccess { activity { id } } } }`;
  const input = { hostUserEmail: host, language: 'en_GB', title: `Long call ${index}`, recording: null };
  const form = new FormData();
  form.append('operations', JSON.stringify({ query, variables: { input } }));
  form.append('map', '{"file":["variables.input.recording"]}');
  form.append('file', new Blob([captions(index)]), 'long.vtt');
  const headers = { 'apollo-require-preflight': '1' };
  const response = await fetch(address, { method: 'POST', headers, body: form });
  const { data } = await response.json();
  return uploadSchema.parse(data).uploadActivity.activity.id;
}

const sentences = [
  'We looked at the new contract, and the price for forty engineers is higher than what we planned for this year.',
  'What would change for your team if the onboarding took two weeks instead of six?',
  'I will send you the security questionnaire by Friday, and Kim introduces you to the people in finance.',
  'Honestly, the last migration cost us a whole quarter, so no one wants to go through that again.',
  'Could you walk me through how the hiring managers decide which candidates they want to see first?',
  'The schedule asked for a forecast in March, which is why the budget for the second office is still open.',
  'Yes, that makes sense.',
];

/** WebVTT of a conversation between four people, with cues of three seconds. */
function captions(seed: number): string {
  const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
  const lines = Array.from({ length: cues }, (_, index) => {
    const text = sentences[(index * 5 + seed) % sentences.length];
    return `${time(index * 3)} --> ${time(index * 3 + 3)}\n<v Speaker ${(index + seed) % 4}>${text}`;
  });
  return `WEBVTT\n\n${lines.join('\n\n')}\n`;
}
