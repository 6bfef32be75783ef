import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { readConfig } from '../../../src/app/config/config.ts';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { connectConversationCallers } from '../../support/platform/conversation-callers.ts';
import { testVaultKey } from '../../support/platform/service-keys.ts';
import { authentication, tokenOf } from '../load/caller-token.ts';
import { cpuMsOf } from '../load/process-cpu.ts';
import { printedAddress } from '../printed-address.ts';

/** The identifiers of all subscribers of a benchmark. */
export const subscribers = Array.from({ length: 10 }, (_, number) => `subscriber-${number}`);

const memorySchema = z.object({ rss: z.number(), heapUsed: z.number(), external: z.number() });
type Memory = z.infer<typeof memorySchema>;

/** The program in a separate process, with authenticated callers of one organization. */
export interface EventServer {
  /** Includes the path. */
  url: string;
  ask(query: string, variables?: object): Promise<unknown>;
  /** Uploads a transcript, whose processing causes an event. */
  upload(title: string): Promise<void>;
  /** Memory after full garbage collections, in bytes. */
  memory(): Promise<Memory>;
  /** CPU time so far, in milliseconds. */
  cpuMs(): Promise<number>;
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** Settings of all programs of the benchmark. */
export const eventSettings = {
  VAULT_KEY: testVaultKey,
  SUBSCRIPTION_LIMIT: '201',
  DEMO_DATA: 'false',
  LOG_LEVEL: 'error',
  ...authentication,
};

/** Migrates the storage, and connects the subscribers. */
export async function prepareStorage(environment: Record<string, string>): Promise<void> {
  const config = readConfig({ ...eventSettings, ...environment });
  const { db, close } = await openDatabase(config.database);
  await connectConversationCallers({ config, db }, subscribers);
  await close();
}

const upload = `mutation ($input: UploadActivityInput!) {
  uploadActivity(input: $input) { __typename }
}`;

export async function startEventServer(environment: Record<string, string>): Promise<EventServer> {
  const memoryReport = join(import.meta.dirname, 'report-memory.ts');
  const child = spawn(process.execPath, ['--expose-gc', '--import', memoryReport, 'src/main.ts'], {
    env: { PATH: process.env['PATH'], PORT: '0', ...eventSettings, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const reports: ((memory: Memory) => void)[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith('memory ')) reports.shift()?.(memorySchema.parse(JSON.parse(line.slice('memory '.length))));
    else if (!line.startsWith('Starting')) console.error(line);
  });
  const url = await printedAddress(child);
  const headers = { authorization: `Bearer ${await tokenOf('subscriber-0')}`, 'x-graphql-yoga-csrf': '1' };
  const send = async (init: { headers: Record<string, string>; body: FormData | string }): Promise<unknown> => {
    const response = await fetch(url, { ...init, method: 'POST' });
    const { data, errors } = await response.json();
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  return {
    url,
    ask: (query, variables = {}) =>
      send({ headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify({ query, variables }) }),
    async upload(title) {
      const form = new FormData();
      const input = {
        hostUserEmail: 'subscriber-0@example.com',
        language: 'en_GB',
        title,
        recording: null,
        skipFullAnalysis: true,
      };
      form.append('operations', JSON.stringify({ query: upload, variables: { input } }));
      form.append('map', '{"0":["variables.input.recording"]}');
      form.append('0', new Blob(['WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n']), 'call.vtt');
      await send({ headers, body: form });
    },
    memory() {
      const report = Promise.withResolvers<Memory>();
      reports.push(report.resolve);
      child.kill('SIGUSR2');
      return report.promise;
    },
    cpuMs: () => cpuMsOf(child),
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}
