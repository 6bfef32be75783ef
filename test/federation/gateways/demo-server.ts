import pino from 'pino';
import { createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { calm } from '../../support/graph/calm-resilience.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';
import { serveApp } from '../../support/network/serve-app.ts';

export interface DemoServer {
  url: string;
  close(): Promise<void>;
}

/** Serves the graph over its own copy of the demo data: mutations do not affect other servers. */
export async function serveDemo(environment: Record<string, string> = {}): Promise<DemoServer> {
  const database = await openMemoryDatabase();
  const app = await createApp(readConfig({ DATA_DIR: 'memory', CACHE_SECONDS: '0', ...environment }), {
    database,
    resilience: calm,
    log: pino({ level: 'silent' }),
    now: () => new Date('2026-11-20T23:59:00Z'),
  });
  const served = await serveApp(app);
  return {
    url: `${served.url}/graphql`,
    async close() {
      await served.close();
      await database.close();
    },
  };
}
