import { sql } from 'kysely';
import { v5 as uuidOf } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { fillWithDemoData, isEmpty } from '../../../src/platform/demo/demo-records.ts';
import { refreshAnalysis } from '../../../src/platform/services/conversation/processing/refresh-analysis.ts';
import { userIdOf } from '../../../src/platform/services/conversation/store/store-users.ts';
import { describeEmbedded } from '../../support/database/suite-database.ts';
import { conversationCallers } from '../services/conversation/conversation-caller.ts';
import { talentCallers } from '../services/talent/talent-caller.ts';
import { conversationDemo, now } from './demo-lab.ts';

describeEmbedded('filling with demo data', (database) => {
  const wasEmpty: boolean[] = [];
  const emptiness = () => Promise.all([isEmpty(database.db, 'talent'), isEmpty(database.db, 'convo')]);
  const demo = () => talentCallers(database.db, () => now)('usr_demo');
  const robin = () => conversationCallers(database.db, { now: () => now }).as(userIdOf('demo'));

  beforeAll(async () => {
    const { db } = database;
    const organizationId = uuidOf('organization', uuidOf.URL);
    await db.insertInto('convo_organizations').values({ id: organizationId, name: 'Default organization' }).execute();
    await db
      .insertInto('convo_users')
      .values({ id: userIdOf('demo'), organization_id: organizationId })
      .execute();
    wasEmpty.push(...(await emptiness()));
    await fillWithDemoData(db, { service: 'talent', now });
    await fillWithDemoData(db, { service: 'convo', now });
  });

  it('fills empty services only', async () => {
    expect([...wasEmpty, ...(await emptiness())]).toEqual([true, true, false, false]);
  });

  it('shows the demo user all signals except those they screened', async () => {
    const shown = await demo().record('signals_list', {});
    const screened = await demo().record('signals_list', { screened_by: ['me'] });
    expect([(shown.total ?? 0) + (screened.total ?? 0), Number(screened.total) > 10]).toEqual([1016, true]);
  });

  it('shows the demo user their own lists and those shared with them', async () => {
    const { items } = await demo().record('lists_list', {});
    expect(items.map(({ id }) => id)).toEqual([
      'lst_next_quarter',
      'lst_boards',
      'lst_big_tech_leavers',
      'lst_shortlist',
      'lst_fintech_london',
      'lst_climate',
      'lst_research',
      'lst_repeat_founders',
      'lst_stealth',
    ]);
  });

  it('has saved searches that find signals, six of them for the demo user', async () => {
    const { items } = await demo().record('searches_list', {});
    const totals = await Promise.all(
      items.map(async ({ id }) => (await demo().record('searches_signals_list', { id })).total ?? 0),
    );
    expect([totals.length, totals.filter((total) => total === 0)]).toEqual([6, []]);
  });

  it('leaves no conversation that a refresh would change', async () => {
    const unchanged = { checked: 0, rematched: 0, analysed: 0, tooLarge: 0 };
    expect(await refreshAnalysis({ db: database.db, now: () => now })).toEqual(unchanged);
  });

  it('reuses the stored organization and user', async () => {
    expect(await robin().payload('organization_get', {})).toEqual({
      id: expect.any(String),
      name: 'Larkfield Partners',
      crm_integration: 'hubspot',
      calendar_type: 'google',
      address: "18 Weaver's Quay, Dublin, Ireland",
    });
    const { items } = await robin().record('users_list', {});
    expect([items.length, items.find(({ id }) => id === userIdOf('demo'))?.name]).toEqual([12, 'Robin Sample']);
  });

  it('returns 150 activities with all their outputs', async () => {
    const { activities } = await conversationDemo();
    const all = await robin().record('activities_list', { fromDate: '2026-08-15 00:00:00' });
    expect([all.total, all.items[0]?.id]).toEqual([150, activities.at(-1)?.id]);
    const made = activities[116];
    const activityId = made?.id ?? '';
    expect(await robin().payload('summary_get', { activityId })).toEqual({
      content: made?.summary,
      method: 'extracted',
    });
    expect(await robin().payload('transcript_get', { activityId })).toEqual({ items: made?.segments });
    expect(await robin().payload('questions_get', { activityId })).toEqual({ items: made?.questions });
    expect(await robin().payload('action_items_get', { activityId })).toEqual({ items: made?.action_items });
    expect(await robin().payload('topic_triggers_matched_get', { activityId })).toEqual({ items: made?.topic_matches });
  });
});

describeEmbedded('filling that fails', ({ db }) => {
  it('leaves nothing half stored, so that the next start fills the service', async () => {
    await sql`create function reject() returns trigger language plpgsql as $$ begin raise 'rejected'; end $$`.execute(
      db,
    );
    await sql`create trigger reject before insert on convo_call_scores execute function reject()`.execute(db);
    try {
      await expect(fillWithDemoData(db, { service: 'convo', now })).rejects.toThrow('rejected');
    } finally {
      await sql`drop function reject cascade`.execute(db);
    }
    expect(await isEmpty(db, 'convo')).toBe(true);
  });
});
