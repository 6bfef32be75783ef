import { setTimeout as wait } from 'node:timers/promises';
import { createFolder } from '../../support/folder.ts';
import { formOf } from '../../support/graph/upload-form.ts';
import { atMost, type BenchCase, type Figure, megabytes } from '../figure.ts';
import { callers, type FairServer, prepareStorage, startFairServer } from './fair-server.ts';

const maxMegabytes = 700;
/** Uploads begin below this size: compiling the embedded database briefly takes hundreds of MB. */
const startedMegabytes = 500;
const maxStartMs = 180_000;
const cues = 99_000;

const isoTime = (ms: number) => new Date(ms).toISOString().slice(11, 23);
const ofCues = <Result>(cue: (startMs: number) => Result) =>
  Array.from({ length: cues }, (_, index) => cue(index * 800));

/** Transcripts of the maximum length: 9 MB and 30 MB. */
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

/** Peak memory of a server while it processes two large transcripts from each of four callers. */
export const memory: BenchCase = {
  name: 'memory',
  async measure({ copy }) {
    const { path: dataDir, close } = await createFolder();
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
    await close();
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

async function uploadAll(server: FairServer, file: { name: string; text: string }): Promise<void> {
  const tokens = callers.flatMap((caller) => [server.tokens[caller], server.tokens[caller]]);
  const ids = await Promise.all(tokens.map((token) => upload(server, { ...file, token })));
  const query = `{ ${ids.map((id, index) => `a${index}: activity(id: "${id}") { processing { state } }`).join(' ')} }`;
  while (server.isRunning()) {
    await wait(1000);
    const { text } = await server.ask('modest', query);
    if (text.includes('"FAILED"')) throw new Error(`The processing of ${file.name} failed.`);
    if ((text.match(/"DONE"/g) ?? []).length === ids.length) return;
  }
}

async function upload(
  server: FairServer,
  { name, text: content, token }: { name: string; text: string; token: string },
) {
  const input = { hostUserEmail: 'robin.sample@example.com', language: 'en_GB', title: name, recording: null };
  const body = formOf([
    { name: 'operations', content: JSON.stringify({ query: mutation, variables: { input } }) },
    { name: 'map', content: JSON.stringify({ file: ['variables.input.recording'] }) },
    { name: 'file', content, fileName: name },
  ]);
  const headers = { authorization: `Bearer ${token}`, 'apollo-require-preflight': '1' };
  const response = await fetch(new URL('/graphql', server.url), { method: 'POST', headers, body });
  const text = await response.text();
  const [, id] = /"id":"([^"]+)"/.exec(text) ?? [];
  if (id === undefined) throw new Error(text);
  return id;
}
