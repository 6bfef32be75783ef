import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { listen } from '../../../src/http/listen.ts';
import { storeUsers } from '../../../src/platform/services/conversation/store/store-users.ts';
import { uuid } from '../../platform/services/conversation/conversation-records.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';
import { captureLog } from '../../support/log-capture.ts';
import { openSocket } from '../../support/network/raw-request.ts';
import { formOf, type FormPart } from '../../support/graph/upload-form.ts';
import { createFolder } from '../../support/folder.ts';
import { callerFromHeader } from '../../support/network/start-app.ts';

export const maxBytes = 100_000;

export const uploadMutation = `mutation ($input: UploadActivityInput!) {
  uploadActivity(input: $input) {
    __typename
    ... on UploadActivitySuccess { activity { title processing { state } } }
    ... on Problem { code message }
    ... on InvalidInputProblem { issues { path message } }
  }
}`;

export const uploadInput = {
  hostUserEmail: 'ada@acme.example',
  language: 'en_GB',
  title: 'Call',
  recording: null,
  skipFullAnalysis: true,
};

/** Starts the whole program on a free port with its own folder, for recordings of at most 100,000 bytes. */
export async function startUploadLab(
  environment: Record<string, string> = {},
  { requestMs }: { requestMs?: number } = {},
) {
  const folder = await createFolder();
  const database = await openMemoryDatabase();
  const config = readConfig({
    DATA_DIR: folder.path,
    DEMO_DATA: 'false',
    MAX_RECORDING_BYTES: String(maxBytes),
    ...environment,
  });
  const { log, lines: logged } = captureLog();
  const app = await createApp(config, {
    database,
    log,
    // Without token rules in the environment, a header selects the caller. Only `demo` has an account.
    ...(!config.tokenRules && callerFromHeader('demo')),
  });
  await storeUsers(database.db, [{ id: uuid('user ada'), name: 'Ada Moreau', email: 'ada@acme.example' }]);
  const listener = await listen(app.fetch, {
    host: '127.0.0.1',
    port: 0,
    ...(requestMs !== undefined && { requestMs }),
  });
  const lab = {
    origin: listener.url,
    folder: folder.path,
    /** Every log line so far. */
    logged,
    db: database.db,
    /** Sends a form with a preflight header. */
    async send(parts: FormPart[], headers: Record<string, string> = { 'apollo-require-preflight': '1' }) {
      const response = await fetch(`${lab.origin}/graphql`, { method: 'POST', headers, body: formOf(parts) });
      return { status: response.status, body: await response.json() };
    },
    /** Writes a raw request and reads the response until the server ends the connection. */
    async raw(head: string[], body: string, { end = false } = {}) {
      const socket = await lab.begin(head, body);
      if (end) socket.end();
      return text(socket);
    },
    /** Writes the start of a request, and leaves it unfinished. */
    async begin(head: string[], body = '') {
      const socket = await openSocket(lab.origin);
      const lines = ['POST /graphql HTTP/1.1', 'host: localhost', 'apollo-require-preflight: 1', ...head];
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
      return socket;
    },
    files: async () =>
      (await readdir(folder.file('recordings')).catch(() => [])).toSorted((a, b) => a.localeCompare(b)),
    activities: () => database.db.selectFrom('convo_activities').select(['title', 'processing_state']).execute(),
    async close() {
      await listener.close();
      await app.close();
      await database.close();
      await folder.close();
    },
  };
  return lab;
}

export type UploadLab = Awaited<ReturnType<typeof startUploadLab>>;

/** The parts of an upload. Each can be overridden. */
export function uploadParts({
  query = uploadMutation,
  input = {},
  operations = JSON.stringify({ query, variables: { input: { ...uploadInput, ...input } } }),
  map = '{"file":["variables.input.recording"]}',
  content = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n',
}: {
  query?: string;
  input?: object;
  operations?: string;
  map?: string;
  content?: string | Uint8Array<ArrayBuffer>;
} = {}): FormPart[] {
  return [
    { name: 'operations', content: operations },
    { name: 'map', content: map },
    { name: 'file', content, fileName: 'call.vtt' },
  ];
}
