import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { listen } from '../../../src/http/listen.ts';
import { storeUsers } from '../../../src/platform/services/conversation/store/store-users.ts';
import { uuid } from '../../platform/services/conversation/conversation-records.ts';
import { freePort } from '../../support/network/free-port.ts';
import { serveLoopback } from '../../support/network/loopback-server.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';
import { testVaultKey } from '../../support/platform/service-keys.ts';
import { uploadParts } from './upload-lab.ts';
import { useClosing } from '../../support/resource.ts';
import { environmentOfClient, serveApp } from '../../support/network/serve-app.ts';
import { formOf } from '../../support/graph/upload-form.ts';
import { createFolder } from '../../support/folder.ts';
import { unreachablePlatform } from '../../support/network/start-app.ts';
import { timeLimit } from '../../support/time-limit.ts';

const log = pino({ level: 'silent' });

describe('an upload with a remote platform', () => {
  const closing = useClosing();

  const makeFolder = async () => closing(await createFolder()).path;

  /** A graph on its own port that calls the platform at a URL. */
  async function startGraph(url: string, environment: Record<string, string> = {}) {
    const folder = await makeFolder();
    const config = readConfig({
      DATA_DIR: folder,
      PORT: await freePort(),
      ...unreachablePlatform,
      PLATFORM_URL: url,
      ...environment,
    });
    const app = closing(await createApp(config, { log }));
    const listener = closing(await listen(app.fetch, config));
    return {
      config,
      async upload(input: object = {}) {
        const body = formOf(uploadParts({ input }));
        const headers = { 'apollo-require-preflight': '1' };
        const response = await fetch(`${listener.url}/graphql`, { method: 'POST', headers, body });
        return (await response.json()).data?.uploadActivity;
      },
      files: () => readdir(join(folder, 'recordings')),
    };
  }

  /** A platform that issues a token and responds to calls as scripted. */
  async function startScripted(answer: Parameters<typeof serveLoopback>[0]) {
    const server = await serveLoopback((request, response) => {
      if (request.url !== '/oauth/token') return answer(request, response);
      return response.end('{"access_token":"x","token_type":"Bearer","expires_in":3600}');
    });
    return closing(server);
  }

  it('is fetched and processed by the platform while the graph stores it', async () => {
    const database = closing(await openMemoryDatabase());
    await storeUsers(database.db, [{ id: uuid('user ada'), name: 'Ada Moreau', email: 'ada@acme.example' }]);
    const environment = { DATA_DIR: await makeFolder(), DEMO_DATA: 'false', VAULT_KEY: testVaultKey };
    const port = await freePort();
    const allowed = { RECORDING_ORIGINS: `http://127.0.0.1:${port}` };
    const platform = await createApp(readConfig({ ...environment, ...allowed }), { database, log });
    const { url } = closing(await serveApp(platform));
    const graph = await startGraph(url, { PORT: port, ...(await environmentOfClient(database.db, url)) });

    expect(await graph.upload()).toEqual({
      __typename: 'UploadActivitySuccess',
      activity: { title: 'Call', processing: { state: expect.any(String) } },
    });
    expect(await graph.files()).toHaveLength(1);
    await vi.waitFor(
      async () =>
        expect(
          await database.db.selectFrom('convo_activities').select(['processing_state', 'processing_failure']).execute(),
        ).toEqual([{ processing_state: 'done', processing_failure: null }]),
      { timeout: timeLimit(20) },
    );
    expect(await graph.files()).toHaveLength(1);

    expect(await graph.upload({ hostUserEmail: 'nobody@acme.example' })).toMatchObject({
      __typename: 'InvalidInputProblem',
    });
    expect(await graph.files()).toHaveLength(1);
  });

  it.each([
    [400, 'BAD_USER_INPUT'],
    [409, 'CONFLICT'],
    [424, 'CONNECTION_EXPIRED'],
    [429, 'RATE_LIMITED'],
  ])('is deleted at once when the platform rejects the call with %i', async (status, code) => {
    const platform = await startScripted((_, response) => {
      response.writeHead(status).end(JSON.stringify({ error: { code, message: 'No.' } }));
    });
    const graph = await startGraph(platform.url);

    expect(await graph.upload()).toMatchObject({ code });
    expect(await graph.files()).toEqual([]);
    expect(platform.requests).toEqual(['POST /oauth/token', 'POST /api/v1/execute_tool']);
  });

  it('is deleted at once when the platform is unreachable', async () => {
    const graph = await startGraph(`http://127.0.0.1:${await freePort()}`);

    expect(await graph.upload()).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(await graph.files()).toEqual([]);
  });

  it('is stored until its URL expires when it is unknown whether the platform received the call', async () => {
    const platform = await startScripted((request) => void request.socket.destroy());
    const graph = await startGraph(platform.url);

    expect(await graph.upload()).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(platform.requests).toEqual(['POST /oauth/token', 'POST /api/v1/execute_tool']);
    const [file = ''] = await graph.files();
    expect(file).toMatch(/^[\da-f-]{36}\.text\.vtt$/);

    const restart = async () => (await createApp(graph.config, { log })).close();
    await restart();
    expect(await graph.files()).toEqual([file]);
    const sevenHoursAgo = new Date(Date.now() - 7 * 3_600_000);
    await utimes(join(graph.config.recordings.folder, file), sevenHoursAgo, sevenHoursAgo);
    await restart();
    expect(await graph.files()).toEqual([]);
  });
});
