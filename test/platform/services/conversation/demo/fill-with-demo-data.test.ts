import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../../../src/platform/database/open-database.ts';
import { makeConversationDemoData } from '../../../../../src/platform/services/conversation/demo/demo-data.ts';
import { demoId } from '../../../../../src/platform/services/conversation/demo/demo-id.ts';
import {
  fillWithConversationDemoData,
  isConversationEmpty,
} from '../../../../../src/platform/services/conversation/demo/fill-with-demo-data.ts';
import { refreshAnalysis } from '../../../../../src/platform/services/conversation/analysis/refresh-analysis.ts';
import { userIdOf } from '../../../../../src/platform/services/conversation/team/user-id.ts';
import { databases } from '../../../../support/database/test-databases.ts';
import { conversationCallers } from '../conversation-caller.ts';

const now = new Date('2026-11-20T12:00:00Z');
const source = (path: string) => JSON.stringify(new URL(`../../../../../src/${path}`, import.meta.url).href);

describe.each(databases())('filling with conversation demo data on $name', ({ open }) => {
  let database: OpenDatabase;
  let wasEmpty: boolean[];
  let robin: ReturnType<ReturnType<typeof conversationCallers>['as']>;

  beforeAll(async () => {
    database = await open();
    const { db } = database;
    wasEmpty = [await isConversationEmpty(db)];
    const id = userIdOf('demo');
    const organizationId = demoId('organization that was there');
    await db.insertInto('convo_organizations').values({ id: organizationId, name: 'Default organization' }).execute();
    await db.insertInto('convo_users').values({ id, organization_id: organizationId, name: 'demo' }).execute();
    wasEmpty.push(await isConversationEmpty(db));
    await fillWithConversationDemoData(db, { now });
    robin = conversationCallers(db, { now: () => now }).as(id);
  });
  afterAll(() => database.close());

  it('leaves a service that is no longer new', async () => {
    expect([...wasEmpty, await isConversationEmpty(database.db)]).toEqual([true, true, false]);
  });

  it('leaves nothing to bring up to date', async () => {
    const unchanged = { checked: 0, rematched: 0, analysed: 0 };
    expect(await refreshAnalysis({ db: database.db, now: () => now })).toEqual(unchanged);
  });

  it('takes the organization and the user that were there', async () => {
    expect(await robin.payload('organization_get', {})).toEqual({
      name: 'Larkfield Partners',
      crm_integration: 'hubspot',
      calendar_type: 'google',
      address: "18 Weaver's Quay, Dublin, Ireland",
    });
    const { items } = await robin.record('users_list', {});
    expect(items.map(({ name, role }) => [name, role])).toEqual([
      ['Amara Lindgate', 'Owner'],
      ['Dag Overbyrne', 'Member'],
      ['Hugo Marchbank', 'Member'],
      ['Ines Calderwood', 'Member'],
      ['Jonas Feldmark', 'Member'],
      ['Lucia Ferrandale', 'Member'],
      ['Mei Hartwell', 'Admin'],
      ['Noor Vantongeren', 'Member'],
      ['Petra Lindqvale', 'Member'],
      ['Robin Sample', 'Manager'],
      ['Silas Okonreed', 'Member'],
      ['Tomás Riverol', 'Manager'],
    ]);
  });

  it('answers 150 activities, 38 of them completed in the last month', async () => {
    const all = await robin.record('activities_list', { fromDate: '2026-08-20 00:00:00' });
    const month = await robin.record('activities_list', {
      fromDate: '2026-10-20 00:00:00',
      toDate: '2026-11-20 00:00:00',
      status: 'completed',
    });
    expect([all.total, month.total]).toEqual([150, 38]);
    expect(all.items[0]?.id).toBe(demoId('activity 150'));
  });

  it('has every output of a conversation that is named by its number', async () => {
    const { activities } = await makeConversationDemoData({ now });
    const activityId = demoId('activity 117');
    const made = activities.find(({ id }) => id === activityId);
    expect(await robin.payload('summary_get', { activityId })).toEqual({ content: made?.summary });
    expect(await robin.payload('transcript_get', { activityId })).toEqual({ items: made?.segments });
    expect(await robin.payload('questions_get', { activityId })).toEqual({ items: made?.questions });
    expect(await robin.payload('action_items_get', { activityId })).toEqual({ items: made?.action_items });
    expect(await robin.payload('topic_triggers_matched_get', { activityId })).toEqual({ items: made?.topic_matches });
    const lengths = [made?.segments, made?.questions, made?.action_items, made?.topic_matches].map(
      (all) => all?.length,
    );
    expect(lengths).toEqual([55, 22, 4, 13]);
  });

  it('has scores, feedback, comments and listens of the three months', async () => {
    const range = { fromDate: '2026-08-20 00:00:00', toDate: '2026-11-20 12:00:00' };
    const lists = await Promise.all([
      robin.record('automated_call_scoring_list', range),
      robin.record('coaching_feedback_list', range),
      robin.record('comments_list', range),
      robin.record('listens_list', range),
    ]);
    expect(lists.map(({ items }) => items.length)).toEqual([114, 27, 100, 189]);
    expect((await robin.record('topic_triggers_list', {})).items.map(({ name }) => name)).toEqual([
      'Commercial',
      'Product',
      'Hiring',
      'Fundraising',
    ]);
  });
});

describe('a process that is killed while it fills', () => {
  it('leaves nothing, and the next one fills', { timeout: 60_000 }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'demo-'));
    const script = `
      import { openDatabase } from ${source('platform/database/open-database.ts')};
      import { fillWithConversationDemoData } from ${source('platform/services/conversation/demo/fill-with-demo-data.ts')};
      const { db } = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} });
      await db.transaction().execute(async (trx) => {
        await fillWithConversationDemoData(trx, { now: new Date() });
        process.kill(process.pid, 'SIGKILL');
      });`;
    const killed = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
    expect([killed.signal, killed.stderr.toString()]).toEqual(['SIGKILL', '']);

    const { db, close } = await openDatabase({ dataDir });
    expect(await isConversationEmpty(db)).toBe(true);
    await fillWithConversationDemoData(db, { now });
    const { activities } = await db
      .selectFrom('convo_activities')
      .select((eb) => eb.fn.countAll<string>().as('activities'))
      .executeTakeFirstOrThrow();
    expect(Number(activities)).toBe(150);
    await close();
    await rm(dataDir, { recursive: true });
  });
});
