import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { ensureConfiguredConnections } from './configured-connections.ts';
import type { Db } from '../platform/database/open-database.ts';
import type { Accounts } from '../platform/accounts/accounts.ts';
import { fillWithDemoData, isEmpty } from '../platform/demo/fill-with-demo-data.ts';
import { vacuum } from '../platform/database/vacuum.ts';
import { createServiceKeys } from '../platform/services/keys/service-keys.ts';
import type { Service } from '../tools/service.ts';

/** What an embedded platform needs before its first call. */
export interface FirstStart {
  config: Config;
  db: Db;
  accounts: Accounts;
  services: readonly Service[];
  now: () => Date;
  log: Logger;
}

/**
 * Fills each service that is new with demo data if configured, sees to the configured connections, and connects the
 * development identity to every service where this process serves the graph to callers who are not authenticated.
 */
export async function prepareFirstStart({ config, db, accounts, services, now, log }: FirstStart): Promise<void> {
  for (const { kind } of config.demoData ? services : []) {
    if (!(await isEmpty(db, kind))) continue;
    log.info({ service: kind }, 'loading demo data');
    await fillWithDemoData(db, { service: kind, now: now() });
    await vacuum(db, kind);
  }
  await ensureConfiguredConnections(db, config);
  // Where callers say who they are, one who calls himself that must not be taken for it.
  if (config.tokenRules) return accounts.disconnectDevelopment();
  if (!config.serves.has('graph')) return;
  for (const service of services) await connectDevelopmentIdentity({ config, db, accounts, service, now });
}

async function connectDevelopmentIdentity({
  config: { developmentIdentifier: identifier, connections },
  db,
  accounts,
  service,
  now,
}: Pick<FirstStart, 'config' | 'db' | 'accounts' | 'now'> & {
  service: Service;
}): Promise<void> {
  const { connectionName } = connections[service.kind];
  const userId = await service.ensureUser({ identifier, name: identifier });
  const found = await accounts.find({ connectionName, identifier });
  if (found?.account.state !== 'absent') return;
  const token = await createServiceKeys({ db, service: service.kind, now }).issuePersonal({ userId });
  await accounts.connect({ connectionName, identifier, token, forDevelopment: true });
}
