import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { BenchCase } from '../figure.ts';

const port = 4821;
const recordingBytes = 1024 ** 3;
const targetMegabytes = 400;
const engine = process.env['DATABASE_URL'] ? 'PostgreSQL' : 'PGlite';

/** Memory of the process during the upload of a large recording; on PostgreSQL if DATABASE_URL is set. */
export const uploadMemory: BenchCase = {
  name: 'upload memory',
  async measure() {
    const dataDir = await mkdtemp(join(tmpdir(), 'graph-bench-'));
    const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), DEMO_DATA: 'false', LOG_LEVEL: 'error' };
    // Creating the database takes more memory than using it.
    await stop(await startServer(env));
    const child = await startServer(env);
    for (let warming = 0; warming < 300; warming += 1) await upload(1);
    const before = await stableMegabytes(child);
    const watch = watchPeak(child);
    const startedAt = performance.now();
    const answer = await upload(recordingBytes);
    const seconds = (performance.now() - startedAt) / 1000;
    const peak = watch.end();
    await stop(child);
    await rm(dataDir, { recursive: true });
    // The host is unknown, so the recording is received completely and then deleted.
    if (!answer.includes('hostUserEmail')) throw new Error(answer);
    return [
      {
        name: `peak memory on ${engine} during a 1 GB upload (${seconds.toFixed(0)} s)`,
        value: `${peak.toFixed(0)} MB`,
        baseline: `${before.toFixed(0)} MB before`,
        target: `under ${targetMegabytes} MB`,
        reached: peak < targetMegabytes,
      },
    ];
  },
};

async function startServer(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'exit');
}

function residentMegabytes({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Waits until memory is stable: compiling the embedded database's code takes extra memory for a few seconds. */
async function stableMegabytes(child: ChildProcess): Promise<number> {
  for (let last = Infinity; ;) {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const now = residentMegabytes(child);
    if (Math.abs(now - last) < 2) return now;
    last = now;
  }
}

function watchPeak(child: ChildProcess) {
  let peak = residentMegabytes(child);
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(child));
  }, 20);
  return {
    end() {
      clearInterval(watch);
      return peak;
    },
  };
}

const query = `mutation ($input: UploadActivityInput!) {
  uploadActivity(input: $input) { __typename ... on Problem { message } } }`;
const input = { hostUserEmail: 'unknown@example.com', language: 'en_GB', title: 'Long', recording: null };

async function upload(bytes: number): Promise<string> {
  const request = httpRequest(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=part', 'apollo-require-preflight': '1' },
  });
  const answered = once(request, 'response');
  await pipeline(Readable.from(form(bytes)), request);
  const [response]: IncomingMessage[] = await answered;
  return response ? text(response) : '';
}

function* form(bytes: number): Generator<Uint8Array> {
  const field = (name: string, value: unknown) =>
    `--part\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${JSON.stringify(value)}\r\n`;
  yield Buffer.from(field('operations', { query, variables: { input } }));
  yield Buffer.from(field('map', { file: ['variables.input.recording'] }));
  yield Buffer.from('--part\r\ncontent-disposition: form-data; name="file"; filename="long.wav"\r\n\r\n');
  const chunk = Buffer.alloc(64 * 1024, 7);
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
  yield Buffer.from('\r\n--part--\r\n');
}
