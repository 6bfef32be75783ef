import { beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../src/app/config/config.ts';
import { createAccounts } from '../../src/platform/accounts/accounts.ts';
import { createTalentService } from '../../src/platform/services/talent/talent-service.ts';
import { ensureInitialData } from '../../src/app/initial-data.ts';
import { vaultOf } from '../platform/platform-lab.ts';
import { databases } from '../support/database/test-databases.ts';
import { describeOnEach } from '../support/database/suite-database.ts';
import { useResource } from '../support/resource.ts';
import { useLog } from '../support/log-capture.ts';

const now = () => new Date();

describeOnEach(databases(), 'the accounts of the development identity', ({ open }) => {
  const { log, lines } = useLog();
  const opened = useResource(open);
  beforeEach(async () => {
    await opened.db.deleteFrom('connected_accounts').execute();
    await opened.db.deleteFrom('connections').execute();
  });

  const accountsOf = () => createAccounts({ db: opened.db, vault: vaultOf('start'), now });
  const start = (environment: Record<string, string> = {}) => {
    const { db } = opened;
    const config = readConfig({ DATA_DIR: 'memory', DEMO_DATA: 'false', ...environment });
    const services = [createTalentService({ db, now })];
    return ensureInitialData({ config, db, accounts: accountsOf(), services, now, log });
  };
  const authenticated = {
    AUTH_JWT_SECRET: 'a secret of thirty-two characters',
    AUTH_ISSUER: 'https://id.example',
    AUTH_AUDIENCE: 'graph',
  };
  const identifiers = async () => (await accountsOf().list()).map(({ identifier }) => identifier);

  it('have an audit line when the program changes them', async () => {
    await start();
    await start();
    await start(authenticated);

    const subject = { connection: 'talent', identifier: 'demo' };
    const actor = 'server';
    expect(lines).toMatchObject([
      { msg: 'audit', action: 'connection added', subject: { connection: 'talent', kind: 'talent' }, actor },
      { msg: 'audit', action: 'connection added', subject: { connection: 'convo', kind: 'convo' }, actor },
      { msg: 'audit', action: 'key generated', subject: { service: 'talent', purpose: 'personal' }, actor },
      { msg: 'audit', action: 'account connected', subject: { ...subject, status: 'active' }, actor },
      { msg: 'audit', action: 'account disconnected', subject, actor },
    ]);
  });

  it('are disconnected when authentication is configured, and others stay connected', async () => {
    await start();
    await accountsOf().connect({ connectionName: 'talent', identifier: 'ada', token: 'token' });
    expect(await identifiers()).toEqual(['ada', 'demo']);
    await start(authenticated);

    expect(await identifiers()).toEqual(['ada']);
  });

  it('are not connected by a process that serves only the platform, and existing ones stay connected', async () => {
    await start({ SERVES: 'platform' });
    expect(await identifiers()).toEqual([]);
    await start();
    await start({ SERVES: 'platform' });

    expect(await identifiers()).toEqual(['demo']);
  });

  it('stay connected if they were reconnected manually', async () => {
    await start();
    await accountsOf().connect({ connectionName: 'talent', identifier: 'demo', token: 'token' });
    await start(authenticated);

    expect(await identifiers()).toEqual(['demo']);
  });
});
