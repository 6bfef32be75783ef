import { createApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/app/config/config.ts';
import type { Db, OpenDatabase } from '../../src/platform/database/open-database.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import type { ToolCallTrace } from '../../src/operation/calls/tool-ledger.ts';

interface QueryResult {
  data: Record<string, unknown>;
  extensions: { toolCalls: ToolCallTrace[] };
}

export interface BenchApp {
  db: Db;
  query(document: string, variables?: object): Promise<QueryResult>;
  close(): Promise<void>;
}

/** The app on an embedded in-memory database; `fill` runs before the app starts. */
export async function openBenchApp(fill?: (database: OpenDatabase) => Promise<void>): Promise<BenchApp> {
  const database = await openDatabase('memory');
  await fill?.(database);
  const config = readConfig({ DATA_DIR: 'memory', LOG_LEVEL: 'error', CACHE_SECONDS: '0' });
  const app = await createApp(config, { database });
  return {
    db: database.db,
    async query(query, variables = {}) {
      const response = await app.fetch(
        new Request('http://graph.test/graphql', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-tool-trace': '1' },
          body: JSON.stringify({ query, variables }),
        }),
      );
      const result = await response.json();
      if (result.errors) throw new Error(JSON.stringify(result.errors[0]));
      return result;
    },
    async close() {
      await app.close();
      await database.close();
    },
  };
}
