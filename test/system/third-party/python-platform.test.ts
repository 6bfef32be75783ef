import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { describeContract } from '../../contract/contract.ts';
import { openPlatform } from '../../contract/open-platform.ts';
import { ask } from '../../support/graph/served-graph.ts';
import { serveApp } from '../../support/network/serve-app.ts';
import { useResource } from '../../support/resource.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.skipIf(!hasPython)('a platform in Python', () => {
  const client = { clientId: 'client_1', clientSecret: 'the-secret-of-the-client' };
  const platform = useResource(async () => {
    const child = spawn('python3', [join(import.meta.dirname, 'platform.py')], {
      env: {
        ...process.env,
        PLATFORM_CLIENT_ID: client.clientId,
        PLATFORM_CLIENT_SECRET: client.clientSecret,
        TOKEN_SECONDS: '1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [port] = await once(createInterface(child.stdout), 'line');
    return { url: `http://127.0.0.1:${port}`, close: () => end(child) };
  });

  describeContract('the contract', () =>
    openPlatform({
      PLATFORM_URL: platform.url,
      PLATFORM_CLIENT_ID: client.clientId,
      PLATFORM_CLIENT_SECRET: client.clientSecret,
      PLATFORM_IDENTIFIER: 'ada',
      CONTRACT_WRITES: '1',
    }),
  );

  it('serves the graph, whose other fields are null with NOT_SUPPORTED', async () => {
    const graph = await serveApp(
      await createApp(
        readConfig({
          DATA_DIR: 'memory',
          DEV_IDENTIFIER: 'ada',
          PLATFORM_URL: platform.url,
          PLATFORM_CLIENT_ID: client.clientId,
          PLATFORM_CLIENT_SECRET: client.clientSecret,
        }),
        { log: pino({ level: 'silent' }) },
      ),
    );
    try {
      const document = `query { connectors { status } signals(filter: { minScore: 5 }) { nodes { fullName city } }
        lists { name } savedSearches { title } activities { nodes { title host { name } summary { content } } } }`;
      const { data, errors } = await ask(`${graph.url}/graphql`, document);

      expect(data).toEqual({
        connectors: [{ status: 'ACTIVE' }, { status: 'ACTIVE' }],
        signals: {
          nodes: [
            { fullName: 'Nia Owusu', city: 'Bern' },
            { fullName: 'Tomás Ruiz', city: 'Oslo' },
          ],
        },
        lists: [{ name: 'Founders' }],
        savedSearches: null,
        activities: {
          nodes: [
            { title: 'Intro call', host: { name: 'Ada Moreau' }, summary: { content: 'They spoke: Intro call.' } },
            { title: 'Planning', host: null, summary: { content: 'They spoke: Planning.' } },
          ],
        },
      });
      expect(errors).toMatchObject([{ path: ['savedSearches'], extensions: { code: 'NOT_SUPPORTED' } }]);
    } finally {
      await graph.close();
    }
  });
});

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}
