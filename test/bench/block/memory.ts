import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { atMost, type BenchCase, type Figure, megabytes } from '../figure.ts';
import { callers, type FairServer, prepareStorage, startFairServer } from './fair-server.ts';

const maxMegabytes = 700;
/** The compilation of the embedded database takes hundreds of megabytes for a while. */
const startedMegabytes = 500;
const maxStartMs = 180_000;
const cues = 99_000;

const isoTime = (ms: number) => new Date(ms).toISOString().slice(11, 23);
const ofCues = <Result>(cue: (startMs: number) => Result) =>
  Array.from({ length: cues }, (_, index) => cue(index * 800));

/** Transcripts that are as long as they may be, of 9 and 30 MB. */
const transcripts = {
  'call.vtt': () =>
    `WEBVTT\n\n${ofCues(
      (startMs) =>
        `${isoTime(startMs)} --> ${isoTime(startMs + 700)}\n<v Ann>And what would it cost us to move the team?\n`,
    ).join('\n')}`,
  'call.json': () => {
    const text = 'We will send the price by Friday, and what would it cost us to move? '.repeat(3);
    return JSON.stringify(ofCues((startMs) => ({ speaker: 'Ann', startMs, endMs: startMs + 700, text })));
  },
};

/** The resident size of a server while four callers each upload two large transcripts, and until all are processed. */
export const memory: BenchCase = {
  name: 'memory',
  async measure({ copy }) {
    const dataDir = await mkdtemp(join(tmpdir(), 'graph-bench-'));
    await prepareStorage(dataDir);
    const figures: Figure[] = [];
    for (const [name, make] of Object.entries(transcripts)) {
      await using server = await startFairServer(dataDir, copy);
      const startedAt = performance.now();
      while ((await server.residentMegabytes()) > startedMegabytes && performance.now() - startedAt < maxStartMs)
        await wait(500);
      const before = await server.residentMegabytes();
      const largest = await largestWhile(server, uploadAll(server, { name, text: make() }));
      figures.push(
        atMost(`largest resident size, eight uploads of ${name}`, {
          value: server.isRunning() ? largest : Infinity,
          max: maxMegabytes,
          show: (value) => (value === Infinity ? 'crashed' : megabytes(value)),
          baseline: `${megabytes(before)} before`,
        }),
      );
    }
    await rm(dataDir, { recursive: true });
    return figures;
  },
};

async function largestWhile(server: FairServer, running: Promise<void>): Promise<number> {
  let largest = 0;
  const over = running.then(() => true);
  for (;;) {
    largest = Math.max(largest, await server.residentMegabytes());
    if ((await Promise.race([over, wait(250, false)])) || !server.isRunning()) return largest;
  }
}

const mutation = `mutation ($input: UploadActivityInput!) {
  uploadActivity(input: $input) { ... on UploadActivitySuccess { activity { id } } }
}`;

const uploaded = z.object({ data: z.object({ uploadActivity: z.object({ activity: z.object({ id: z.string() }) }) }) });
const processed = z.object({
  data: z.record(z.string(), z.object({ processing: z.object({ state: z.string() }) })),
});

async function uploadAll(server: FairServer, file: { name: string; text: string }): Promise<void> {
  const tokens = callers.flatMap((caller) => [server.tokens[caller], server.tokens[caller]]);
  const ids = await Promise.all(tokens.map((token) => upload(server, { ...file, token })));
  const query = `{ ${ids.map((id, index) => `a${index}: activity(id: "${id}") { processing { state } }`).join(' ')} }`;
  while (server.isRunning()) {
    await wait(1000);
    const response = await fetch(new URL('/graphql', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.tokens.modest}` },
      body: JSON.stringify({ query }),
    });
    const { data, success } = processed.safeParse(await response.json());
    if (success && Object.values(data.data).every(({ processing }) => /DONE|FAILED/.test(processing.state))) return;
  }
}

async function upload(server: FairServer, { name, text, token }: { name: string; text: string; token: string }) {
  const input = { hostUserEmail: 'robin.sample@example.com', language: 'en_GB', title: name, recording: null };
  const form = new FormData();
  form.set('operations', JSON.stringify({ query: mutation, variables: { input } }));
  form.set('map', JSON.stringify({ file: ['variables.input.recording'] }));
  form.set('file', new Blob([text]), name);
  const response = await fetch(new URL('/graphql', server.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'apollo-require-preflight': '1' },
    body: form,
  });
  return uploaded.parse(await response.json()).data.uploadActivity.activity.id;
}
