import { afterEach, expect, it } from 'vitest';
import { describeEmbedded } from '../../support/database/suite-database.ts';
import { openForSuite } from '../../support/open-for-suite.ts';
import { ndjson, openImportLab } from './import-lab.ts';

const person = { kind: 'signal', id: 'Ada & Ben', full_name: 'Ada Moreau', discovered_at: '2026-02-01' };
const talentLines = [
  { kind: 'user', id: 'ada@example.com', name: 'Ada Moreau' },
  { kind: 'company', id: 'Côbalt/1', name: 'Cobalt Labs' },
  {
    ...person,
    experiences: [{ company_id: 'Côbalt/1' }],
    views: [{ user: 'ada@example.com', viewed_at: '2026-02-02' }],
  },
  {
    kind: 'list',
    id: 'my list',
    name: 'Mine',
    creator: { id: 'ben@example.com', name: 'Ben' },
    accesses: ['ada@example.com'],
  },
  { kind: 'list_entry', list_id: 'my list', signal_id: 'Ada & Ben', created_at: '2026-02-02' },
  {
    kind: 'search',
    id: 'search 1',
    title: 'Cobalt',
    creator: 'ada@example.com',
    filters: [{ key: 'past_companies', operator: 'in', value: ['Côbalt/1'] }],
    visited_at: '2026-02-02',
  },
];
const callOf = (id: string | number, hostId: string) => ({
  kind: 'activity',
  id,
  started_at: '2026-02-04T10:00:00Z',
  host_user_id: hostId,
  participants: [
    { id: 'p1', name: 'Ada', user_id: hostId },
    { id: 2, name: 'Gus' },
  ],
  segments: [
    { participant_id: 'p1', start_ms: 0, text: 'Hello.' },
    { participant_id: 2, start_ms: 5, text: 'Hi.' },
  ],
  action_items: [{ text: 'Send it.', assignee_id: '2' }],
});
const conversationLines = [
  { kind: 'convo_user', id: 'EMP-7', name: 'Ada Moreau' },
  {
    kind: 'theme',
    id: 'sales',
    name: 'Sales',
    topics: [{ id: 'price', name: 'Price', triggers: [{ id: 't1', keyword: 'offer' }] }],
  },
  callOf('call 1', 'EMP-7'),
  callOf(17, 'EMP-7'),
  { kind: 'comment', id: 'c1', activity_id: 'call 1', user_id: 'EMP-7', text: 'Good.', created_at: '2026-02-05' },
];

describeEmbedded('ids of imported files', ({ db }) => {
  const lab = openForSuite(() => openImportLab(db));
  afterEach(async () => {
    for (const table of ['platform_imported_ids', 'talent_list_entries', 'talent_companies'] as const) {
      await db.deleteFrom(table).execute();
    }
  });
  const importedIds = () =>
    db.selectFrom('platform_imported_ids').selectAll().orderBy('kind').orderBy('source_id').execute();
  const importLines = async (...lines: object[]) => lab.run([await lab.write('lines.ndjson', ndjson(...lines))]);

  it('can be any text in the talent records, and references follow', async () => {
    const outcome = await importLines(...talentLines);
    expect([outcome.faults, outcome.failed]).toEqual([[], false]);
    const ids = new Map((await importedIds()).map(({ source_id: sourceId, id }) => [sourceId, id]));
    expect([...ids.keys()].toSorted()).toEqual(
      ['Ada & Ben', 'Côbalt/1', 'ada@example.com', 'ben@example.com', 'my list', 'search 1'].toSorted(),
    );
    expect(outcome.results).toEqual([
      'lines.ndjson: 6 records read: 1 new user; 1 new company; 1 new signal; 1 new list; 1 new list entry; 1 new saved search',
    ]);
    expect(outcome.ids).toEqual([
      '6 new ids replaced; `npm run cli -- ids` lists all:',
      ...[
        ['user', 'ada@example.com'],
        ['company', 'Côbalt/1'],
        ['signal', 'Ada & Ben'],
        ['list', 'my list'],
        ['user', 'ben@example.com'],
        ['search', 'search 1'],
      ].map(([kind, text = '']) => `  ${kind} ${JSON.stringify(text)} is ${ids.get(text)}`),
    ]);
    const [entry] = await db.selectFrom('talent_list_entries').select(['list_id', 'signal_id']).execute();
    expect(entry).toEqual({ list_id: ids.get('my list'), signal_id: ids.get('Ada & Ben') });
    const [search] = await db.selectFrom('talent_searches').select(['creator_id', 'filters']).execute();
    expect(search).toMatchObject({
      creator_id: ids.get('ada@example.com'),
      filters: [{ value: [ids.get('Côbalt/1')] }],
    });

    const again = await importLines(...talentLines);
    expect(again.results).toEqual([
      'lines.ndjson: 6 records read: 0 new users, 1 already there; 0 new companies, 1 already there; ' +
        '0 new signals, 1 already there; 0 new lists, 1 already there; 0 new list entries, 1 already there; ' +
        '0 new saved searches, 1 already there',
    ]);
    expect(await importedIds()).toHaveLength(6);
  });

  it('can be any text or number in the conversation records; participants belong to their activity', async () => {
    const outcome = await importLines(...conversationLines);
    expect([outcome.faults, outcome.failed]).toEqual([[], false]);
    expect((await importedIds()).map(({ kind, source_id: sourceId }) => [kind, sourceId])).toEqual([
      ['activity', '17'],
      ['activity', 'call 1'],
      ['comment', 'c1'],
      ['convo_user', 'EMP-7'],
      ['theme', 'sales'],
      ['topic', 'price'],
      ['trigger', 't1'],
    ]);
    expect(await db.selectFrom('convo_participants').select('id').execute()).toHaveLength(4);
    const [item] = await db
      .selectFrom('convo_action_items')
      .innerJoin('convo_participants', 'convo_participants.id', 'assignee_id')
      .select('name')
      .execute();
    expect(item).toEqual({ name: 'Gus' });
    expect((await importLines(...conversationLines)).failed).toBe(false);
    expect(await db.selectFrom('convo_participants').select('id').execute()).toHaveLength(4);
  });

  it('of participants stay the same if the id of their activity is a UUID in upper case', async () => {
    await importLines(conversationLines[0] ?? {});
    const id = '3c5d7e90-1f2a-4b3c-9d4e-5f6a7b8c9d01';
    const participants = async () => {
      const rows = await db.selectFrom('convo_participants').select('id').orderBy('id').execute();
      return rows.map((row) => row.id);
    };
    await importLines(callOf(id, 'EMP-7'));
    const before = await participants();
    await importLines(callOf(id.toUpperCase(), 'EMP-7'));
    expect(await participants()).toEqual(before);
  });

  it('are alike in CSV and NDJSON', async () => {
    await lab.write('companies.csv', 'id,name\nBRK.B,Berkshire\n" 3M ",3M\n');
    expect((await lab.run(['companies.csv'], { kind: 'company' })).failed).toBe(false);
    const outcome = await importLines(
      { kind: 'company', id: 'BRK.B', name: 'Berkshire Hathaway' },
      { kind: 'company', id: '3M', name: '3M' },
    );
    expect(outcome.results).toEqual(['lines.ndjson: 2 records read: 0 new companies, 2 already there']);
    expect((await importedIds()).map(({ id }) => id)).toEqual(['exe_3M', 'exe_BRK2eB']);
  });

  it('are the same with composed and decomposed letters, and with outer blanks', async () => {
    const ids = ['Côbalt/1', 'Co\u0302balt/1', ' Côbalt/1\t'];
    await importLines(...ids.map((id) => ({ kind: 'company', id, name: id.trim() })));
    expect(await importedIds()).toMatchObject([{ source_id: 'Côbalt/1' }]);
    expect(await db.selectFrom('talent_companies').select('id').execute()).toHaveLength(1);
  });

  it('that would have the same readable id are stored under different ids, in any order', async () => {
    await importLines({ kind: 'company', id: '1-2', name: 'One' }, { kind: 'company', id: '12d2', name: 'Two' });
    const before = await importedIds();
    expect(before).toEqual([
      { kind: 'company', source_id: '1-2', id: 'exe_12d2' },
      { kind: 'company', source_id: '12d2', id: expect.stringMatching(/^exe_[0-9a-f]{20}$/) },
    ]);
    await importLines({ kind: 'company', id: '12d2', name: 'Two' }, { kind: 'company', id: '1-2', name: 'One' });
    expect(await importedIds()).toEqual(before);
  });

  it('are quoted in the report as the file has them, and not stored for bad lines', async () => {
    const outcome = await importLines(
      { ...person, id: 'a b', score: 11 },
      { kind: 'list_entry', list_id: 'no list', signal_id: 'nobody', created_at: '2026-02-02' },
      { ...callOf('call 9', 'nobody'), host_user_id: null },
      { ...person, id: 'x'.repeat(501) },
    );
    expect(outcome.faults).toEqual([
      'lines.ndjson:1: signal: score: must be at most 10',
      'lines.ndjson:2: list_entry: signal_id: there is no signal with the id "nobody"',
      'lines.ndjson:2: list_entry: list_id: there is no list with the id "no list"',
      'lines.ndjson:3: activity: participants.0.user_id: there is no conversation user with the id "nobody"',
      'lines.ndjson:4: signal: id: must be 1 to 100 letters, digits or _ . : -',
    ]);
    expect(await importedIds()).toEqual([]);
  });
});
