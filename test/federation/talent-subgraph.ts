import pino from 'pino';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createEmbeddedTransport } from '../../src/connector/transports/embedded.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { createAccounts } from '../../src/platform/accounts.ts';
import { openVault } from '../../src/platform/open-vault.ts';
import { createPlatform } from '../../src/platform/platform.ts';
import { createTalentService } from '../../src/services/talent/talent-service.ts';
import { type Served, serveGraph } from '../support/served.ts';
import { testVaultKey } from '../support/service-keys.ts';
import { createToolDouble, type ToolDouble } from '../support/tool-double.ts';
import { storeTalentRecords } from './talent-records.ts';

export interface TalentSubgraph extends Served {
  tools: ToolDouble;
}

/** This program as a subgraph on a port, over a database in memory with the records of `talent-records.ts`. */
export async function serveTalentSubgraph(): Promise<TalentSubgraph> {
  const database = await openDatabase('memory');
  const { db } = database;
  await storeTalentRecords(db);
  const config = readConfig({ DATA_DIR: 'memory', DEMO_DATA: 'false', VAULT_KEY: testVaultKey });
  const now = () => new Date('2026-03-02T12:00:00Z');
  const accounts = createAccounts({ db, vault: await openVault(config.vault), now });
  const platform = createPlatform({ services: [createTalentService({ db, now })], accounts });
  const tools = createToolDouble(createEmbeddedTransport(platform));
  const app = await createApp(config, { database, transport: tools.transport, log: pino({ level: 'silent' }) });
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
