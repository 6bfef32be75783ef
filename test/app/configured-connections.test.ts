import { beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../src/app/config/config.ts';
import { createConnections } from '../../src/platform/accounts/connections.ts';
import { ensureConfiguredConnections } from '../../src/app/initial-data.ts';
import { databases } from '../support/database/test-databases.ts';
import { describeOnEach } from '../support/database/suite-database.ts';
import { OperatorError } from '../../src/tools/errors/operator-error.ts';
import { useResource } from '../support/resource.ts';

describeOnEach(databases(), 'the configured connections', ({ open }) => {
  const opened = useResource(open);
  beforeEach(async () => {
    await opened.db.deleteFrom('connected_accounts').execute();
    await opened.db.deleteFrom('connections').execute();
    await ensure({ TALENT_CONNECTION: 'Talent' });
  });

  const ensure = (environment: Record<string, string>) =>
    ensureConfiguredConnections(opened.db, { ...readConfig(environment), audit: () => {} });
  const list = async () =>
    (await createConnections(opened.db).list()).map(({ name, kind, toolPrefix }) => [name, kind, toolPrefix]);
  const both = [
    ['Talent', 'talent', 'talent_'],
    ['convo', 'convo', 'convo_'],
  ];

  it('are added if missing, and listed in the order of their names', async () => {
    expect(await list()).toEqual(both);
    await ensure({ TALENT_CONNECTION: 'Talent' });
    expect(await list()).toEqual(both);
  });

  it('are rejected with another prefix than the stored one', async () => {
    await expect(ensure({ TALENT_CONNECTION: 'Talent', TALENT_TOOL_PREFIX: 'other_' })).rejects.toEqual(
      new OperatorError(
        'TALENT_TOOL_PREFIX is "other_", but the connection "Talent" has the prefix "talent_"; ' +
          'npm run cli -- connections prefix <name> <prefix> changes it.',
      ),
    );
    expect(await list()).toEqual(both);
  });

  it('are rejected when the name belongs to the other service', async () => {
    await expect(ensure({ TALENT_CONNECTION: 'convo', CONVO_CONNECTION: 'Talent' })).rejects.toEqual(
      new OperatorError('TALENT_CONNECTION "convo" is the name of a connection to another service. Set another name.'),
    );
    expect(await list()).toEqual(both);
  });
});
