import { beforeAll, expect, it } from 'vitest';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import { createTalentService } from '../../../../src/platform/services/talent/talent-service.ts';
import type { Service } from '../../../../src/tools/service.ts';
import { talentTools } from '../../../../src/tools/talent/talent-tools.ts';
import { PlatformError } from '../../../../src/tools/errors/platform-error.ts';
import { serviceKeys } from '../../../support/platform/service-keys.ts';
import { describeEmbedded } from '../../../support/database/suite-database.ts';
import { talentCallers } from './talent-caller.ts';

describeEmbedded('the talent service', ({ db }) => {
  let service: Service;

  beforeAll(async () => {
    service = createTalentService({ db });
    await storeSignals(db, [{ id: 's1', discovered_at: 1, city: 'Oslo' }]);
  });

  const tokenOf = (userId: string) => serviceKeys({ db, service: 'talent' }).issuePersonal({ userId });

  it('has the 26 tools of the contract', () => {
    expect(service.kind).toBe('talent');
    expect(service.tools).toBe(talentTools);
    expect(Object.keys(service.tools)).toHaveLength(26);
  });

  it.each(['signals_lists', 'constructor', ''])('rejects the unknown tool %j', async (name) => {
    const access = { token: await tokenOf('usr_ann'), signal: new AbortController().signal };
    await expect(service.execute(name, {}, access)).rejects.toEqual(
      new PlatformError({ code: 'NOT_SUPPORTED', message: `There is no tool named ${JSON.stringify(name)}.` }),
    );
  });

  it('does nothing for an aborted call', async () => {
    await service.ensureUser({ identifier: 'ann', name: 'Ann' });
    const access = { token: await tokenOf('usr_ann'), signal: AbortSignal.abort(new Error('aborted')) };
    await expect(service.execute('signal_screen', { signal_id: 's1' }, access)).rejects.toThrow('aborted');
    expect(await db.selectFrom('talent_screenings').selectAll().execute()).toEqual([]);
  });

  it('ensureUser adds a user once and does not change a known one', async () => {
    await service.ensureUser({ identifier: 'new', name: 'First' });
    await service.ensureUser({ identifier: 'new', name: 'Second' });
    const users = await db.selectFrom('talent_users').selectAll().where('id', '=', 'usr_new').execute();
    expect(users).toEqual([{ id: 'usr_new', name: 'First', email: null }]);
  });

  it('stores one view and one screening of concurrent calls', async () => {
    const ann = talentCallers(db)('usr_ann');
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        await ann.payload('signal_mark_viewed', { signal_id: 's1' });
        await ann.payload('signal_screen', { signal_id: 's1' });
      }),
    );
    const { views, screenings } = await ann.record('signals_get', { id: 's1' });
    expect(views.map(({ user }) => user.id)).toEqual(['usr_ann']);
    expect(screenings.map(({ user }) => user.id)).toEqual(['usr_ann']);
  });
});
