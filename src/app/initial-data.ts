import type { Logger } from 'pino';
import { type Audit, createAudit } from './log/log.ts';
import type { Config } from './config/config.ts';
import { createConnections } from '../platform/accounts/connections.ts';
import { OperatorError } from '../tools/errors/operator-error.ts';
import type { Db } from '../platform/database/open-database.ts';
import type { Accounts } from '../platform/accounts/accounts.ts';
import { updateStatistics } from '../platform/database/vacuum.ts';
import { fillWithDemoData, isEmpty } from '../platform/demo/demo-records.ts';
import { createServiceKeys } from '../platform/services/keys/service-keys.ts';
import type { Service } from '../tools/service.ts';

interface InitialDataOptions {
  config: Config;
  db: Db;
  accounts: Accounts;
  services: readonly Service[];
  now: () => Date;
  log: Logger;
  onProgress?: ((step: string) => void) | undefined;
}

/** Runs at every start. Adds missing demo data, connections and, without authentication, the development account. */
export async function ensureInitialData(start: InitialDataOptions): Promise<void> {
  const { config, db, accounts, services } = start;
  if (config.demoData) await loadDemoData(start);
  const audit = createAudit(start.log);
  await ensureConfiguredConnections(db, { ...config, audit });
  // With authentication, delete the development accounts: the token of a caller could contain the same identifier.
  if (config.tokenRules) {
    for (const { connectionName, identifier } of await accounts.disconnectDevelopment())
      audit('account disconnected', { connection: connectionName, identifier });
    return;
  }
  if (config.serves.has('graph'))
    for (const service of services) await connectDevelopmentIdentity({ ...start, audit }, service);
}

async function loadDemoData({ db, now, log, onProgress }: InitialDataOptions): Promise<void> {
  for (const service of ['talent', 'convo'] as const) {
    if (!(await isEmpty(db, service))) continue;
    log.info({ service }, 'loading demo data');
    onProgress?.(`loading the demo data of ${service === 'convo' ? 'conversations' : 'talent signals'}`);
    await fillWithDemoData(db, { service, now: now() });
    await updateStatistics(db, service);
  }
}

async function connectDevelopmentIdentity(
  start: InitialDataOptions & { audit: Audit },
  service: Service,
): Promise<void> {
  const { config, db, accounts, now, audit } = start;
  const { developmentIdentifier: identifier, connections } = config;
  const { connectionName } = connections[service.kind];
  const userId = await service.ensureUser({ identifier, name: identifier });
  const found = await accounts.find({ connectionName, identifier });
  // `found` is undefined if another process has deleted the connection meanwhile.
  if (found?.account.state !== 'absent') return;
  const token = await createServiceKeys({ db, service: service.kind, now }).issuePersonal({ userId });
  audit('key generated', { service: service.kind, purpose: 'personal', userId });
  await accounts.connect({ connectionName, identifier, token, forDevelopment: true });
  audit('account connected', { connection: connectionName, identifier, status: 'active' });
}

/**
 * Adds configured connections that are missing; existing connections stay unchanged.
 * @throws OperatorError if an existing connection belongs to the other service or has another prefix
 */
export async function ensureConfiguredConnections(
  db: Db,
  { connections, audit }: Pick<Config, 'connections'> & { audit: Audit },
): Promise<void> {
  const stored = createConnections(db);
  for (const kind of ['talent', 'convo'] as const) {
    const { connectionName: name, toolPrefix } = connections[kind];
    const connection = { name, kind, toolPrefix };
    if (await stored.add(connection)) audit('connection added', { connection: name, kind, toolPrefix });
    // The connection is missing if another process has deleted it meanwhile.
    const found = (await stored.find(name)) ?? connection;
    const variable = kind.toUpperCase();
    const quoted = JSON.stringify(name);
    if (found.kind !== kind)
      throw new OperatorError(
        `${variable}_CONNECTION ${quoted} is the name of a connection to another service. Set another name.`,
      );
    if (found.toolPrefix !== toolPrefix)
      throw new OperatorError(
        `${variable}_TOOL_PREFIX is ${JSON.stringify(toolPrefix)}, but the connection ${quoted} has the prefix ` +
          `${JSON.stringify(found.toolPrefix)}; npm run cli -- connections prefix <name> <prefix> changes it.`,
      );
  }
}
