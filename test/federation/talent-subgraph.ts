import { startApp } from '../support/network/start-app.ts';
import { calm } from '../support/graph/calm-resilience.ts';
import { type Served, serveGraph } from '../support/graph/served-graph.ts';
import { testVaultKey } from '../support/platform/service-keys.ts';
import { createToolDouble, type ToolDouble } from '../support/graph/tool-double.ts';
import { storeTalentRecords } from './talent-records.ts';
import { openMemoryDatabase } from '../support/database/memory-database.ts';

export interface TalentSubgraph extends Served {
  tools: ToolDouble;
}

/** Serves this program as a subgraph, with an in-memory database that has the records of `talent-records.ts`. */
export async function serveTalentSubgraph(): Promise<TalentSubgraph> {
  const database = await openMemoryDatabase();
  const { db } = database;
  await storeTalentRecords(db);
  const tools = createToolDouble();
  const app = await startApp(
    { DEMO_DATA: 'false', VAULT_KEY: testVaultKey, CACHE_SECONDS: '0' },
    { database, now: () => new Date('2026-03-02T12:00:00Z'), wrapTransport: tools.wrap, resilience: calm },
  );
  const served = await serveGraph(app.fetch);
  return {
    ...served,
    tools,
    async close() {
      await served.close();
      await app.close();
      await database.close();
    },
  };
}
