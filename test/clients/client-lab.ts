import { SignJWT } from 'jose';
import pino from 'pino';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { type App, createApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/app/config/config.ts';
import { listen } from '../../src/http/listen.ts';
import { openMemoryDatabase } from '../support/database/memory-database.ts';
import { connectConversationCallers } from '../support/platform/conversation-callers.ts';
import { testVaultKey } from '../support/platform/service-keys.ts';
import { connectTalentCallers } from '../support/platform/talent-callers.ts';
import { uploadForm } from '../support/graph/upload-form.ts';
import { createFolder } from '../support/folder.ts';
import { postJson } from '../support/network/post-json.ts';
import { timeLimit } from '../support/time-limit.ts';

const secret = 'a secret of callers that is long enough';
const issuer = 'https://issuer.example';
const audience = 'graph';

const uploadMutation = `mutation ($input: UploadActivityInput!) {
  uploadActivity(input: $input) { __typename ... on UploadActivitySuccess { activity { id } } }
}`;

const uploaded = z.object({
  data: z.object({ uploadActivity: z.object({ activity: z.object({ id: z.string() }) }) }),
});

/** Accepted for two more seconds: the server accepts a token until five seconds after expiry. */
export const expiresSoon = -3;

/** A token of the caller `ada`; `expiresIn` is in seconds. */
export const clientToken = (expiresIn = 600) =>
  new SignJWT({ scope: 'talent:read talent:write convo:read convo:write' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('ada')
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(Math.floor(Date.now() / 1000) + expiresIn)
    .sign(new TextEncoder().encode(secret));

/** Starts the whole program with authentication on a free port. */
export async function startClientLab(environment: Record<string, string> = {}) {
  const folder = await createFolder();
  const database = await openMemoryDatabase();
  const settings = { VAULT_KEY: testVaultKey, AUTH_JWT_SECRET: secret, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience };
  const config = readConfig({ DATA_DIR: folder.path, DEMO_DATA: 'false', ...settings, ...environment });
  const app: App = await createApp(config, { database, log: pino({ level: 'silent' }) });
  await connectConversationCallers({ config, db: database.db }, ['ada']);
  await connectTalentCallers({ config, db: database.db }, ['ada']);
  const listener = await listen(app.fetch, { host: '127.0.0.1', port: 0, upgrade: app.upgrade });
  const headersOf = async () => ({ authorization: `Bearer ${await clientToken()}`, 'x-graphql-yoga-csrf': '1' });
  return {
    origin: listener.url,
    db: database.db,
    /** Executes an operation without a client library. */
    async execute(query: string, variables: object = {}): Promise<unknown> {
      const headers = await headersOf();
      const response = await postJson(`${listener.url}/graphql`, { query, variables }, { headers });
      return z.object({ data: z.unknown() }).parse(await response.json()).data;
    },
    /** Uploads a transcript, whose processing causes an event. */
    async upload(title: string): Promise<string> {
      const input = { title, hostUserEmail: 'ada@example.com', skipFullAnalysis: true };
      const body = uploadForm({ query: uploadMutation, ...input });
      const response = await fetch(`${listener.url}/graphql`, { method: 'POST', headers: await headersOf(), body });
      return uploaded.parse(await response.json()).data.uploadActivity.activity.id;
    },
    /** Waits until all uploads are processed. */
    async whenProcessed(): Promise<void> {
      const unfinished = database.db
        .selectFrom('convo_activities')
        .where('processing_state', 'in', ['queued', 'running']);
      await vi.waitFor(async () => expect(await unfinished.selectAll().execute()).toEqual([]), timeLimit(10));
    },
    /** Waits until this many subscriptions are open. */
    async whenSubscribed(count: number): Promise<void> {
      await vi.waitFor(async () => {
        const response = await app.fetchMetrics(new Request(`${listener.url}/metrics`));
        const open = (await response.text()).matchAll(/^graphql_subscriptions\{.*\} (\d+)$/gm);
        expect(Array.from(open, ([, number]) => Number(number)).reduce((sum, number) => sum + number, 0)).toBe(count);
      }, timeLimit(10));
    },
    async close() {
      await listener.close();
      await app.close();
      await database.close();
      await folder.close();
    },
  };
}

export type ClientLab = Awaited<ReturnType<typeof startClientLab>>;
