import pino from 'pino';
import { createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { listen } from '../../../src/http/listen.ts';
import { calm } from '../../support/graph/calm-resilience.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';

export interface DemoServer {
  url: string;
  close(): Promise<void>;
}

/** Serves the graph over its own copy of the demo data, in which mutations of other servers change nothing. */
export async function serveDemo(): Promise<DemoServer> {
  const database = await openMemoryDatabase();
  const app = await createApp(readConfig({ DATA_DIR: 'memory', CACHE_SECONDS: '0' }), {
    database,
    resilience: calm,
    log: pino({ level: 'silent' }),
    now: () => new Date('2026-03-02T12:00:00Z'),
  });
  const listener = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
  return {
    url: `${listener.url}/graphql`,
    async close() {
      await listener.close();
      await app.close();
      await database.close();
    },
  };
}
