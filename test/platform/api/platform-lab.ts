import pino from 'pino';
import { expect } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { type Clients, createClients } from '../../../src/platform/accounts/clients.ts';
import { listen } from '../../../src/http/listen.ts';
import { openTestPlatform } from '../../support/platform/test-platform.ts';
import { testVaultKey } from '../../support/platform/service-keys.ts';

const logLine = z.looseObject({ level: z.int(), msg: z.string() });

const tokenSchema = z.object({ access_token: z.string() });

/** Starts the program as a platform on a free port, with a client. The identifier `ada` has a talent account. */
export async function startPlatformLab(
  environment: Record<string, string> = {},
  now = () => new Date('2026-03-02T12:00:00Z'),
) {
  const config = readConfig({
    DATA_DIR: 'memory',
    DEMO_DATA: 'false',
    VAULT_KEY: testVaultKey,
    SERVES: 'platform',
    ...environment,
  });
  const { platform, database, conversation, connect, close } = await openTestPlatform(config, now);
  const logged: z.output<typeof logLine>[] = [];
  const log = pino(
    { base: null, timestamp: false, level: 'debug' },
    { write: (line: string) => void logged.push(logLine.parse(JSON.parse(line))) },
  );
  const app = await createApp(config, { database, conversation, log, now });
  const arrived: Request[] = [];
  const listener = await listen(
    (request, connection) => {
      arrived.push(request);
      return app.fetch(request, connection);
    },
    { host: '127.0.0.1', port: 0 },
  );
  const clients: Clients = createClients(database.db);
  const { client, secret } = await clients.add('A graph');
  const lab = {
    origin: listener.url,
    platform,
    db: database.db,
    connect,
    clients,
    client,
    secret,
    /** Every log line since the last `forget`. */
    logged,
    /** Every request so far. */
    arrived,
    forget: () => void logged.splice(0),
    postToken: (
      form: Record<string, string> | [string, string][] | string | Uint8Array<ArrayBuffer>,
      headers: Record<string, string> = {},
    ) =>
      fetch(`${lab.origin}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: typeof form === 'string' || form instanceof Uint8Array ? form : new URLSearchParams(form).toString(),
      }),
    async token(credentials: { clientId: string; secret: string } = { clientId: client.clientId, secret }) {
      const response = await lab.postToken({
        grant_type: 'client_credentials',
        client_id: credentials.clientId,
        client_secret: credentials.secret,
      });
      return tokenSchema.parse(await response.json()).access_token;
    },
    /** Posts a raw tool call. */
    post: (body: BodyInit, headers: Record<string, string>) =>
      fetch(`${lab.origin}/api/v1/execute_tool`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      }),
    lists: () => database.db.selectFrom('talent_lists').select('name').orderBy('name').execute(),
    async close() {
      await listener.close();
      await app.close();
      await close();
    },
  };
  return lab;
}

/** A lab whose client has a token. */
export async function startClientLab(environment?: Record<string, string>) {
  const lab = await startPlatformLab(environment);
  const authorization = `Bearer ${await lab.token()}`;
  return Object.assign(lab, {
    authorization,
    /** Sends a request with the token. */
    request: (path: string, { headers, ...init }: Omit<RequestInit, 'headers'> & { headers?: object } = {}) =>
      fetch(lab.origin + path, { ...init, headers: { authorization, ...headers } }),
    /** Calls the tool that creates a list; `changes` override keys of the body. */
    call: (changes: object = {}, headers: Record<string, string> = {}) =>
      lab.post(JSON.stringify(createListCall(changes)), { authorization, ...headers }),
    /** Returns the error of a request that must be rejected, logged once, and without effect. */
    async rejectionOf(response: Response) {
      const { status } = response;
      const { error, execution_id: id } = await response.json();
      expect(id).toEqual(executionId);
      expect(lab.logged).toMatchObject([{ level: 30, code: error.code, status, executionId: id }]);
      expect(await lab.lists()).toEqual([]);
      return { status, code: error.code, message: error.message };
    },
  });
}

export type PlatformLab = Awaited<ReturnType<typeof startPlatformLab>>;

/** A call that creates a list. */
export const createListCall = (changes: object = {}) => ({
  tool_name: 'talent_lists_create',
  params: { name: 'Called' },
  connector: 'talent',
  identifier: 'ada',
  ...changes,
});

export const executionId = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
