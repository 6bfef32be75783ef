import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../../src/app/app.ts';
import { readConfig } from '../../../../src/app/config/config.ts';
import { type Listener, listen } from '../../../../src/http/listen.ts';
import { createClients } from '../../../../src/platform/accounts/clients.ts';
import { type OpenedDatabase, openDatabase } from '../../../../src/platform/database/open-database.ts';
import { makeServerDatabase, type ServerDatabase } from '../../../support/database/server-database.ts';
import { testVaultKey } from '../../../support/platform/service-keys.ts';
import { openObserver } from '../../../platform/database/pools/pool-lab.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

describe.skipIf(serverUrl === '')('a tool call of a graph node that disconnects', () => {
  let server: ServerDatabase;
  let database: OpenedDatabase;
  let app: App;
  let listener: Listener;
  beforeAll(async () => {
    server = await makeServerDatabase(serverUrl);
    // With such long timeouts, only cancelling can end a statement.
    database = await openDatabase({ url: server.url }, { timeouts: { statementMs: 600_000, acquireMs: 60_000 } });
    const config = readConfig({ DATA_DIR: 'memory', DEMO_DATA: 'false', VAULT_KEY: testVaultKey });
    app = await createApp(config, { database, log: pino({ level: 'silent' }) });
    listener = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await listener.close();
    await app.close();
    await database.close();
    await server.remove();
  });

  it('is not executed when the lock that it waits for is released', async () => {
    const clients = createClients(database.calls.callers);
    const { client, secret } = await clients.add('A graph');
    const token = (await clients.issueToken({ clientId: client.clientId, secret }))?.token;
    const observer = await openObserver(server.url);
    await observer.lock('talent_lists');
    const node = new AbortController();
    const body = {
      tool_name: 'talent_lists_create',
      params: { name: 'Late' },
      connector: 'talent',
      identifier: 'demo',
    };
    const call = fetch(`${listener.url}/api/v1/execute_tool`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      signal: node.signal,
    });
    await observer.whenBlocked(1);

    node.abort(new Error('the node has gone'));
    await expect(call).rejects.toThrow('the node has gone');
    await observer.whenBlocked(0);

    await observer.unlock();
    await observer.close();
    expect(await database.db.selectFrom('talent_lists').select('id').execute()).toEqual([]);
  });
});
