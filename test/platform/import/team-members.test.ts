import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ada, call, uuid } from './conversation-lines.ts';
import { describeImport } from './import-suite.ts';

const transcript = `WEBVTT

00:00:00.000 --> 00:00:09.000
<v Maya Ex <maya@tjx.example>>We need a tool for forty people, and the budget is 20,000 dollars.

00:00:09.000 --> 00:00:20.000
<v ADA  Host>What would you need to decide by Friday? I will send you the offer tomorrow.

00:00:20.000 --> 00:00:25.000
<v bo@tjx.example>Sounds good.
`;

describeImport('members of the team in imported conversations', ({ db, lab, rows, importLines }) => {
  const importCall = async () => {
    await lab.write('meetings/2026-02-04 TJX intro.vtt', transcript);
    return lab.run(['meetings']);
  };
  const stored = async () => ({
    activities: await rows('convo_activities'),
    participants: await rows('convo_participants', 'position'),
    scores: await rows('convo_call_scores'),
  });
  const updateTimes = async () => (await rows('convo_activities')).map((row) => row['updated_at']);
  const recognized = {
    activities: [{ title: 'TJX intro', host_user_id: ada.id }],
    participants: [
      { name: 'Maya Ex', email: 'maya@tjx.example', affiliation: null, user_id: null },
      { name: 'ADA Host', email: null, affiliation: 'internal', user_id: ada.id },
      { name: null, email: 'bo@tjx.example', affiliation: null, user_id: null },
    ],
    scores: [{ user_id: ada.id, score: expect.any(Number), created_at: new Date('2026-02-04') }],
  };

  it('are recognized by name, which makes them hosts with a score', async () => {
    await importLines(ada);
    await importCall();
    expect(await stored()).toMatchObject(recognized);

    const times = await updateTimes();
    await importCall();
    await importLines(ada);
    expect(await updateTimes()).toEqual(times);
  });

  it('are recognized when they are imported after their conversations', async () => {
    await importCall();
    expect(await rows('convo_activities')).toMatchObject([{ title: 'TJX intro', host_user_id: null }]);
    const [time] = await updateTimes();

    const { results } = await importLines(ada);
    expect(results.at(-1)).toBe('members of the team recognized in 1 stored conversation');
    const after = await stored();
    expect(after).toMatchObject(recognized);
    expect(await updateTimes()).not.toContainEqual(time);

    await db.deleteFrom('convo_activities').execute();
    await importCall();
    const [score] = after.scores;
    expect(await rows('convo_call_scores')).toMatchObject([{ user_id: ada.id, score: score?.['score'] }]);
  });

  it('are recognized by a repeated import of their conversations', async () => {
    await importCall();
    await sql`insert into convo_users (id, name, email, organization_id)
      select ${ada.id}, ${ada.name}, ${ada.email}, id from convo_organizations`.execute(db);
    await importCall();
    expect(await stored()).toMatchObject(recognized);
  });

  it('are recognized by their address, and never if two have it or the record says that they are guests', async () => {
    const people = [
      { name: 'Ada H.', email: 'ADA@fernway.example' },
      { name: 'Ada Host', email: 'ada@tjx.example' },
      { name: 'Ada Host', affiliation: 'external' },
      { name: 'Kim Two' },
    ];
    const twins = ['one', 'two'].map((name) => ({ kind: 'convo_user', id: uuid(name), name: 'Kim Two' }));
    const participants = people.map((person, at) => ({ id: uuid(`person ${at}`), ...person }));
    const record = { ...call, host_user_id: undefined, participants, segments: undefined };
    expect((await importLines(ada, ...twins, record)).faults).toEqual([]);
    const users = (await rows('convo_participants', 'position')).map((row) => row['user_id']);
    expect(users).toEqual([ada.id, null, null, null]);
    expect(await rows('convo_activities')).toMatchObject([{ title: 'Intro call', host_user_id: ada.id }]);
  });
});
