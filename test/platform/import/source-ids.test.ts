import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeImport } from './import-suite.ts';

const day = '2026-02-02';
const person = { kind: 'signal', id: 'Ada & Ben', full_name: 'Ada Moreau', discovered_at: '2026-02-01' };
const entry = { kind: 'list_entry', list_id: 'my list', signal_id: 'Ada & Ben', created_at: day };
const creator = { id: 'ben@example.com', name: 'Ben' };
const filter = { key: 'past_companies', operator: 'in', value: ['Côbalt/1'] };
const view = { user: 'ada@example.com', viewed_at: day };
const talentLines = [
  { kind: 'user', id: 'ada@example.com', name: 'Ada Moreau' },
  { kind: 'company', id: 'Côbalt/1', name: 'Cobalt Labs' },
  { ...person, experiences: [{ company_id: 'Côbalt/1' }], views: [view] },
  { kind: 'list', id: 'my list', name: 'Mine', creator, accesses: ['ada@example.com'] },
  entry,
  { kind: 'search', id: 'search 1', title: 'Cobalt', creator: 'ada@example.com', filters: [filter], visited_at: day },
];

const gus = { id: 2, name: 'Gus' };
const callOf = (id: string | number, hostId = 'EMP-7') => ({
  kind: 'activity',
  id,
  started_at: '2026-02-04T10:00:00Z',
  host_user_id: hostId,
  participants: [{ id: 'p1', name: 'Ada', user_id: hostId }, gus],
  segments: [
    { participant_id: 'p1', start_ms: 0, text: 'Hello.' },
    { participant_id: 2, start_ms: 5, text: 'Hi.' },
  ],
  action_items: [{ text: 'Send it.', assignee_id: '2' }],
});
const uuidOfCall = '3c5d7e90-1f2a-4b3c-9d4e-5f6a7b8c9d01';
const member = { kind: 'convo_user', id: 'EMP-7', name: 'Ada Moreau' };
const price = { id: 'price', name: 'Price', triggers: [{ id: 't1', keyword: 'offer' }] };
const comment = { kind: 'comment', id: 'c1', activity_id: 'call 1', user_id: 'EMP-7', text: 'Good.' };
const conversationLines = [
  member,
  { kind: 'theme', id: 'sales', name: 'Sales', topics: [price] },
  callOf('call 1'),
  callOf(17),
  { ...comment, created_at: '2026-02-05' },
];

const earlierLines = [
  ...talentLines,
  { kind: 'company', id: 'BRK.B', name: 'Berkshire' },
  { kind: 'company', id: '1-2', name: 'One' },
  { kind: 'company', id: '12d2', name: 'Two' },
  { kind: 'institution', id: 'Tü 1', name: 'Tampere' },
  { kind: 'company', id: 'exe_own', name: 'Own' },
  ...conversationLines,
  callOf(uuidOfCall.toUpperCase()),
];
/** Rows that a release without hashes as ids stored for `earlierLines`, a CSV and a VTT file. */
const earlierRows = z.object({ table: z.string(), rows: z.array(z.record(z.string(), z.unknown())) });
const vtt = 'WEBVTT\n\n00:01.000 --> 00:04.000\nAda: Hello there.\n\n00:05.000 --> 00:09.000\nGus: Hello.\n';

describeImport('ids of imported files', ({ db, rows, everyRow, importText, importLines }) => {
  const idsOf = async (table: string) => (await rows(table)).map(({ id }) => id);

  it('can be any text in the talent records, and references follow', async () => {
    const outcome = await importLines(...talentLines);
    expect([outcome.faults, outcome.failed]).toEqual([[], false]);
    expect(outcome.results).toEqual([
      'lines.ndjson: 6 records read: 1 new user; 1 new company; 1 new signal; 1 new list; 1 new list entry; 1 new saved search',
    ]);
    const [list] = await idsOf('talent_lists');
    const [signal] = await idsOf('talent_signals');
    const value = await idsOf('talent_companies');
    expect(await rows('talent_list_entries')).toMatchObject([{ list_id: list, signal_id: signal }]);
    const [search] = await rows('talent_searches');
    expect(search).toMatchObject({ filters: [{ value }] });
    expect(await idsOf('talent_users')).toContain(search?.['creator_id']);

    const { files } = await importLines(...talentLines);
    expect([...(files[0]?.counts.values() ?? [])]).toEqual(talentLines.map(() => ({ stored: 1, added: 0 })));
    expect(await rows('platform_imported_ids')).toEqual([]);
  });

  it('can be any text or number in the conversation records; participants belong to their activity', async () => {
    const outcome = await importLines(...conversationLines);
    expect([outcome.faults, outcome.failed]).toEqual([[], false]);
    const participants = await rows('convo_participants');
    expect(participants).toHaveLength(4);
    const guests = participants.filter(({ name }) => name === 'Gus').map(({ id }) => id);
    const items = await rows('convo_action_items');
    expect(new Set(items.map((item) => item['assignee_id']))).toEqual(new Set(guests));
    expect((await importLines(...conversationLines)).failed).toBe(false);
    expect(await rows('convo_participants')).toHaveLength(4);
  });

  it('of participants stay the same if the id of their activity is a UUID in upper case', async () => {
    await importLines(member, callOf(uuidOfCall));
    const before = await idsOf('convo_participants');
    await importLines(callOf(uuidOfCall.toUpperCase()));
    expect(await idsOf('convo_participants')).toEqual(before);
  });

  it('are alike in CSV and NDJSON', async () => {
    const outcome = await importText('companies.csv', 'id,name\nBRK.B,Berkshire\n" 3M ",3M\n', { kind: 'company' });
    expect(outcome.failed).toBe(false);
    const { results } = await importLines(...['BRK.B', '3M'].map((id) => ({ kind: 'company', id, name: id })));
    expect(results).toEqual(['lines.ndjson: 2 records read: 0 new companies, 2 already there']);
  });

  it('are the same with composed and decomposed letters, and with outer blanks', async () => {
    const ids = ['Côbalt/1', 'Co\u0302balt/1', ' Côbalt/1\t'];
    await importLines(...ids.map((id) => ({ kind: 'company', id, name: id.trim() })));
    expect(await rows('talent_companies')).toHaveLength(1);
  });

  it('of an import before ids were hashes stay the same, so that a repeated import adds nothing', async () => {
    const text = await readFile(join(import.meta.dirname, 'earlier-import.ndjson'), 'utf8');
    for (const line of text.trim().split('\n')) {
      const { table, rows: earlier } = earlierRows.parse(JSON.parse(line));
      const columns = sql.join(Object.keys(Object.assign({}, ...earlier)).map((column) => sql.ref(column)));
      await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
        from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(earlier)}::jsonb)`.execute(db);
    }
    const everyId = async () => Object.values(await everyRow()).flatMap((found) => found.flatMap(({ id }) => id ?? []));
    const before = await everyId();
    const outcomes = [
      await importLines(...earlierLines),
      await importText('2026-02-04 10-30 Intro.vtt', vtt),
      await importText('people.csv', 'Name,Company,Email\nNia Owusu,Cobalt,x@y.z\n', { kind: 'signal' }),
    ];
    expect(outcomes.flatMap(({ faults }) => faults)).toEqual([]);
    const counts = outcomes.flatMap(({ files }) => files.flatMap((file) => [...file.counts.values()]));
    expect(counts.map(({ added }) => added)).toEqual(counts.map(() => 0));
    expect(await everyId()).toEqual(before);
  });

  it('are quoted in the report as the file has them, and not stored for bad lines', async () => {
    const outcome = await importLines(
      { ...person, id: 'a b', score: 11 },
      { ...entry, list_id: 'no list', signal_id: 'nobody' },
      { ...callOf('call 9', 'nobody'), host_user_id: null },
      { ...person, id: 'x'.repeat(501) },
    );
    expect(outcome.faults).toEqual([
      'lines.ndjson:1: signal: score: must be at most 10',
      'lines.ndjson:2: list_entry: signal_id: there is no signal with the id "nobody"',
      'lines.ndjson:3: activity: user_id: there is no convo_user with the id "nobody"',
      'lines.ndjson:4: signal: id: must be 1 to 100 letters, digits or _ . : -',
    ]);
    expect(await rows('talent_signals')).toEqual([]);
  });
});
