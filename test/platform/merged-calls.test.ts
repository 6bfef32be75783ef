import { beforeAll, beforeEach, expect, it } from 'vitest';
import { storeActivities } from '../../src/platform/services/conversation/store/store-activities.ts';
import { storeLists } from '../../src/platform/services/talent/store/store-shared-records.ts';
import { storeCompanies } from '../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../src/platform/services/talent/store/store-signals.ts';
import { talentTools } from '../../src/tools/talent/talent-tools.ts';
import type { ExecuteRequest } from '../../src/tools/platform.ts';
import { PlatformError } from '../../src/tools/errors/platform-error.ts';
import { recordStatements, type StatementRecorder } from '../support/database/statement-recorder.ts';
import { describeOnDatabases } from '../support/database/suite-database.ts';
import { activity } from './services/conversation/conversation-records.ts';
import { openPlatformLab, type PlatformLab } from './platform-lab.ts';

const entriesSchema = talentTools.signals_entries.output;

describeOnDatabases('tool calls that start in one iteration of the event loop', (opened) => {
  let recorder: StatementRecorder;
  let lab: PlatformLab;

  beforeAll(async () => {
    recorder = recordStatements(opened.db);
  });
  beforeEach(async () => {
    lab = await openPlatformLab({ ...opened, db: recorder.db });
    await storeSignals(opened.db, [
      { id: 'sig_1', discovered_at: 1 },
      { id: 'sig_2', discovered_at: 2 },
    ]);
    await storeLists(opened.db, [
      { id: 'lst_ada', name: 'Of Ada', creator: 'usr_ada', entries: [{ id: 'ent_1', signal_id: 'sig_1' }] },
      { id: 'lst_zoe', name: 'Of Zoe', creator: 'usr_zoe', entries: [{ id: 'ent_2', signal_id: 'sig_1' }] },
      {
        id: 'lst_both',
        name: 'Of both',
        creator: 'usr_ada',
        accesses: ['usr_zoe'],
        entries: [{ id: 'ent_3', signal_id: 'sig_1' }],
      },
    ]);
    recorder.take();
  });

  /** The first table of each statement since the last `take`, sorted. */
  const takeTables = () =>
    recorder
      .take()
      .flatMap(({ sql }) => /from "?(\w+)/.exec(sql)?.[1] ?? [])
      .toSorted();

  /** The payload of a call, the code of its rejection, or its error. */
  const resultOf = (request: Omit<ExecuteRequest, 'signal'>, signal = lab.signal): Promise<unknown> =>
    lab.platform
      .execute({ ...request, signal })
      .catch((error: unknown) => (error instanceof PlatformError ? error.code : error));

  /** The ids of the entries, the code of the rejection, or the error. */
  async function entriesOf(identifier: string, id: string, signal = lab.signal): Promise<unknown> {
    const request = { connectionName: 'Talent', identifier, toolName: 'talent_signals_entries', input: { id } };
    const result = await resultOf(request, signal);
    const payload = entriesSchema.safeParse(result);
    return payload.success ? payload.data.items.flatMap((entry) => entry?.id ?? []).toSorted() : result;
  }

  it('share their lookups, and each identifier receives its own result', async () => {
    await lab.accounts.connect({ connectionName: 'Talent', identifier: 'new' });
    recorder.take();
    const results = await Promise.all([
      entriesOf('ada', 'sig_1'),
      entriesOf('zoe', 'sig_1'),
      entriesOf('ada', 'sig_2'),
      entriesOf('ada', 'sig_3'),
      entriesOf('ada', 'sig_1'),
      entriesOf('new', 'sig_1'),
      entriesOf('Ada', 'sig_1'),
      entriesOf('zoe', 'sig_2'),
    ]);

    expect(results).toEqual([
      ['ent_1', 'ent_3'],
      ['ent_2', 'ent_3'],
      [],
      'NOT_FOUND',
      ['ent_1', 'ent_3'],
      'NOT_CONNECTED',
      'NOT_CONNECTED',
      [],
    ]);
    expect(takeTables()).toEqual(['connections', 'service_keys', 'talent_signals', 'talent_signals']);
  });

  it('load the signals of each user with one statement for their rows', async () => {
    const get = (identifier: string, id: string) =>
      resultOf({ connectionName: 'Talent', identifier, toolName: 'talent_signals_get', input: { id } });
    const results = await Promise.all([
      get('ada', 'sig_1'),
      get('ada', 'sig_3'),
      get('ada', 'sig_2'),
      get('zoe', 'sig_2'),
    ]);

    expect(results).toEqual([
      expect.objectContaining({ id: 'sig_1' }),
      'NOT_FOUND',
      expect.objectContaining({ id: 'sig_2' }),
      expect.objectContaining({ id: 'sig_2' }),
    ]);
    expect(takeTables()).toEqual([
      'connections',
      'service_keys',
      'talent_signals',
      'talent_signals',
      'talent_views',
      'talent_views',
    ]);
  });

  it('load the companies of all ids with one statement, each in the order of names', async () => {
    await storeCompanies(opened.db, [
      { id: 'exe_c1', name: 'Zeta' },
      { id: 'exe_c2', name: 'Alpha' },
      { id: 'exe_c3', name: 'Mid' },
    ]);
    const get = (identifier: string, ids: string[]) =>
      resultOf({ connectionName: 'Talent', identifier, toolName: 'talent_companies_list', input: { ids } });
    const results = await Promise.all([
      get('ada', ['exe_c1', 'exe_c2', 'exe_c1']),
      get('zoe', ['exe_c3', 'exe_none']),
      get('ada', []),
    ]);

    const page = (...names: string[]) =>
      expect.objectContaining({
        items: names.map((name) => expect.objectContaining({ name })),
        total: names.length,
        has_more: false,
      });
    expect(results).toEqual([page('Alpha', 'Zeta'), page('Mid'), page()]);
    expect(takeTables()).toEqual(['connections', 'service_keys', 'talent_companies']);
  });

  it('find the activities of each user with one statement', async () => {
    const { id } = activity('full');
    await storeActivities(opened.db, [activity('full', { summary: 'Short.' }), activity('bare')]);
    const get = (identifier: string, activityId: string) =>
      resultOf({ connectionName: 'Convo', identifier, toolName: 'convo_summary_get', input: { activityId } });
    const results = await Promise.all([
      get('ada', id),
      get('ada', id.toUpperCase()),
      get('ada', activity('bare').id),
      get('ada', activity('none').id),
      get('zoe', id),
    ]);

    const summary = { content: 'Short.', method: null };
    expect(results).toEqual([summary, summary, 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    expect(takeTables()).toEqual([
      'connections',
      'convo_activities',
      'convo_activities',
      ...Array.from({ length: 3 }, () => 'convo_summaries'),
      'convo_users',
      'convo_users',
      'service_keys',
    ]);
  });

  it('do not end with the call of another caller', async () => {
    const caller = new AbortController();
    const left = new Error('the caller has gone');
    const aborted = entriesOf('ada', 'sig_1', caller.signal);
    const others = [entriesOf('ada', 'sig_1'), entriesOf('zoe', 'sig_1')];
    caller.abort(left);

    expect(await aborted).toBe(left);
    expect(await Promise.all(others)).toEqual([
      ['ent_1', 'ent_3'],
      ['ent_2', 'ent_3'],
    ]);
  });

  const changes: [string, (lab: PlatformLab) => Promise<unknown>, string, unknown][] = [
    [
      'a revoked key',
      ({ db, now }) =>
        db.updateTable('service_keys').set({ revoked_at: now() }).where('user_id', '=', 'usr_ada').execute(),
      'CONNECTION_EXPIRED',
      ['ent_2', 'ent_3'],
    ],
    [
      'a disconnected account',
      ({ accounts }) => accounts.disconnect({ connectionName: 'Talent', identifier: 'ada' }),
      'NOT_CONNECTED',
      ['ent_2', 'ent_3'],
    ],
    [
      'an account without token',
      ({ accounts }) => accounts.connect({ connectionName: 'Talent', identifier: 'ada' }),
      'NOT_CONNECTED',
      ['ent_2', 'ent_3'],
    ],
    [
      'an expired account',
      ({ accounts, now }) =>
        accounts.connect({ connectionName: 'Talent', identifier: 'ada', token: 'x', expiresAt: now() }),
      'CONNECTION_EXPIRED',
      ['ent_2', 'ent_3'],
    ],
    ['a removed connection', ({ connections }) => connections.remove('Talent'), 'NOT_CONNECTED', 'NOT_CONNECTED'],
    [
      'a changed prefix',
      ({ connections }) => connections.setPrefix({ name: 'Talent', toolPrefix: 'other_' }),
      'NOT_SUPPORTED',
      'NOT_SUPPORTED',
    ],
  ];

  it.each(changes)('notice %s, even while earlier calls are running', async (_name, change, code, ofZoe) => {
    const earlier = [entriesOf('ada', 'sig_1'), entriesOf('zoe', 'sig_1')];
    await change(lab);
    const later = await Promise.all([entriesOf('ada', 'sig_1'), entriesOf('ada', 'sig_2'), entriesOf('zoe', 'sig_1')]);
    await Promise.all(earlier);

    expect(later).toEqual([code, code, ofZoe]);
  });
});
