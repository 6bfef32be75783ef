import { mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { describeEmbedded } from '../../support/database/suite-database.ts';
import { openForSuite } from '../../support/open-for-suite.ts';
import { uuid } from '../services/conversation/conversation-records.ts';
import { ndjson, openImportLab } from './import-lab.ts';

const ada = { kind: 'convo_user', id: uuid('user ada'), name: 'Ada Moreau', email: 'ada@acme.example' };
const modifiedAt = new Date('2026-03-01T12:00:00Z');

const call = `WEBVTT

00:00:00.000 --> 00:00:09.000
<v Maya Ex <maya@tjx.example>>We need a tool for forty people, and the budget is 20,000 dollars.

00:00:09.000 --> 00:00:20.000
<v ADA  Moreau>What would you need to decide by Friday? I will send you the offer tomorrow.

00:00:20.000 --> 00:00:25.000
<v bo@tjx.example>Sounds good.
`;

describeEmbedded('members of the team in imported conversations', ({ db }) => {
  const lab = openForSuite(() => openImportLab(db));
  afterEach(async () => {
    for (const table of ['convo_activities', 'convo_users', 'platform_imported_ids'] as const) {
      await db.deleteFrom(table).execute();
    }
  });

  const importTeam = async () => lab.run([await lab.write('team.ndjson', ndjson(ada))]);
  async function importCall() {
    await mkdir(join(lab.folder, 'meetings'), { recursive: true });
    const name = await lab.write('meetings/2026-02-04 TJX intro.vtt', call);
    await utimes(join(lab.folder, name), modifiedAt, modifiedAt);
    return lab.run(['meetings']);
  }
  const stored = async () => ({
    activities: await db.selectFrom('convo_activities').select(['title', 'host_user_id']).execute(),
    participants: await db
      .selectFrom('convo_participants')
      .select(['name', 'email', 'affiliation', 'user_id'])
      .orderBy('position')
      .execute(),
    scores: await db.selectFrom('convo_call_scores').select(['user_id', 'score', 'created_at']).execute(),
  });
  const updateTimes = async () => {
    const rows = await db.selectFrom('convo_activities').select(['title', 'updated_at']).execute();
    return rows.map(({ title, updated_at: time }) => `${title}: ${time.toISOString()}`);
  };
  const recognized = {
    activities: [{ title: 'TJX intro', host_user_id: ada.id }],
    participants: [
      { name: 'Maya Ex', email: 'maya@tjx.example', affiliation: null, user_id: null },
      { name: 'ADA Moreau', email: null, affiliation: 'internal', user_id: ada.id },
      { name: null, email: 'bo@tjx.example', affiliation: null, user_id: null },
    ],
    scores: [{ user_id: ada.id, score: expect.any(Number), created_at: new Date('2026-02-04') }],
  };

  it('are recognized by name, which makes them hosts with a score', async () => {
    await importTeam();
    await importCall();
    expect(await stored()).toEqual(recognized);

    const times = await updateTimes();
    await importCall();
    await importTeam();
    expect(await updateTimes()).toEqual(times);
  });

  it('are recognized when they are imported after their conversations', async () => {
    await importCall();
    const before = await stored();
    expect(before.activities).toEqual([{ title: 'TJX intro', host_user_id: null }]);
    const [time] = await updateTimes();

    const { results } = await importTeam();
    expect(results.at(-1)).toBe('members of the team recognized in 1 stored conversation');
    const after = await stored();
    expect(after).toEqual(recognized);
    expect(await updateTimes()).not.toContain(time);

    await db.deleteFrom('convo_activities').execute();
    await importCall();
    expect((await stored()).scores).toEqual(after.scores);
  });

  it('are recognized by a repeated import of their conversations', async () => {
    await importCall();
    await db
      .insertInto('convo_users')
      .values(await userRow())
      .execute();
    await importCall();
    expect(await stored()).toEqual(recognized);
  });

  it('are recognized by their address, and never if two have it or the record says that they are guests', async () => {
    const people = [
      { name: 'Ada M.', email: 'ADA@acme.example' },
      { name: 'Ada Moreau', email: 'ada@tjx.example' },
      { name: 'Ada Moreau', affiliation: 'external' },
      { name: 'Kim Two' },
    ];
    const twins = ['one', 'two'].map((name) => ({ kind: 'convo_user', id: uuid(name), name: 'Kim Two' }));
    const record = {
      kind: 'activity',
      id: uuid('call'),
      title: 'Call',
      started_at: '2026-02-04T00:00:00Z',
      participants: people.map((person, at) => ({ id: uuid(`person ${at}`), ...person })),
    };
    const { faults } = await lab.run([await lab.write('all.ndjson', ndjson(ada, ...twins, record))]);
    expect(faults).toEqual([]);
    const { participants, activities } = await stored();
    expect(participants.map(({ user_id: userId }) => userId)).toEqual([ada.id, null, null, null]);
    expect(activities).toEqual([{ title: 'Call', host_user_id: ada.id }]);
  });

  async function userRow() {
    const { id, name, email } = ada;
    const organization = await db.selectFrom('convo_organizations').select('id').executeTakeFirstOrThrow();
    return { id, name, email, organization_id: organization.id };
  }
});
