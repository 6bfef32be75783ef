import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from './database/open-database.ts';
import type { Accounts } from './platform/accounts.ts';
import { fillWithDemoData, isTalentEmpty } from './services/talent/demo/fill-with-demo-data.ts';
import { settleTalent } from './services/talent/store/settle-talent.ts';
import type { Service } from './tools/service.ts';

/** What an embedded platform needs before its first call. */
export interface FirstStart {
  config: Config;
  db: Db;
  accounts: Accounts;
  services: { connectionName: string; service: Service }[];
  now: () => Date;
  log: Logger;
}

/** Fills a new database with demo data if configured, and connects the development identity to every service. */
export async function prepareFirstStart({ config, db, accounts, services, now, log }: FirstStart): Promise<void> {
  if (config.demoData && (await isTalentEmpty(db))) {
    log.info('filling the new database with demo data');
    await fillWithDemoData(db, { now: now() });
    await settleTalent(db);
  }
  const identifier = config.developmentIdentifier;
  for (const { connectionName, service } of services) {
    const userId = await service.ensureUser({ identifier, name: identifier });
    await accounts.connect({ connectionName, identifier, userId });
  }
}
