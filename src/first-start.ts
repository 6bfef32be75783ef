import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from './database/open-database.ts';
import type { Accounts } from './platform/accounts.ts';
import { createConnections } from './platform/connections.ts';
import { fillWithConversationDemoData, isConversationEmpty } from './services/conversation/demo/fill-with-demo-data.ts';
import { settleConversation } from './services/conversation/store/settle-conversation.ts';
import { createServiceKeys } from './services/keys/service-keys.ts';
import { fillWithDemoData, isTalentEmpty } from './services/talent/demo/fill-with-demo-data.ts';
import { settleTalent } from './services/talent/store/settle-talent.ts';
import type { Service } from './tools/service.ts';

/** What an embedded platform needs before its first call. */
export interface FirstStart {
  config: Config;
  db: Db;
  accounts: Accounts;
  services: readonly Service[];
  now: () => Date;
  log: Logger;
}

/** Fills each service that is new with demo data if configured, and connects the development identity to every service. */
export async function prepareFirstStart({ config, db, accounts, services, now, log }: FirstStart): Promise<void> {
  if (config.demoData && (await isTalentEmpty(db))) {
    log.info('filling the talent service with demo data');
    await fillWithDemoData(db, { now: now() });
    await settleTalent(db);
  }
  if (config.demoData && (await isConversationEmpty(db))) {
    log.info('filling the conversation service with demo data');
    await fillWithConversationDemoData(db, { now: now() });
    await settleConversation(db);
  }
  for (const service of services) {
    const { connectionName, toolPrefix } = config.connections[service.kind];
    await createConnections(db).ensure({ name: connectionName, kind: service.kind, toolPrefix });
    await connectDevelopmentIdentity({ config, db, accounts, service, connectionName, now });
  }
}

async function connectDevelopmentIdentity({
  config: { developmentIdentifier: identifier },
  db,
  accounts,
  service,
  connectionName,
  now,
}: Pick<FirstStart, 'config' | 'db' | 'accounts' | 'now'> & {
  service: Service;
  connectionName: string;
}): Promise<void> {
  const userId = await service.ensureUser({ identifier, name: identifier });
  const found = await accounts.find({ connectionName, identifier });
  if (found?.account.state !== 'absent') return;
  const token = await createServiceKeys({ db, service: service.kind, now }).issuePersonal({ userId });
  await accounts.connect({ connectionName, identifier, token });
}
