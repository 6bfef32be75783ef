import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
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

/** Records, and the rows that an import before ids were hashes made of them, a spreadsheet and a transcript. */
const object = z.record(z.string(), z.unknown());
const earlierLine = z.union([z.object({ record: object }), z.object({ table: z.string(), row: object })]);
const vtt = 'WEBVTT\n\n00:01.000 --> 00:04.000\nAda: Hello there.\n\n00:05.000 --> 00:09.000\nGus: Hello.\n';

const cleared = [
  'platform_imported_ids',
  'talent_searches',
  'talent_list_entries',
  'talent_lists',
  'talent_signals',
  'talent_companies',
  'talent_institutions',
  'talent_users',
  'convo_activities',
  'convo_organizations',
] as const;

describeEmbedded('ids of imported files', ({ db }) => {
  const lab = openForSuite(() => openImportLab(db));
  afterEach(async () => {
    for (const table of cleared) await db.deleteFrom(table).execute();
  });
  const idsOf = async (table: (typeof cleared)[number]) => {
    const rows = await db.selectFrom(table).select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  };
  const importLines = async (...lines: object[]) => lab.run([await lab.write('lines.ndjson', ndjson(...lines))]);

  it('can be any text in the talent records, and references follow', async () => {
    const outcome = await importLines(...talentLines);
    expect([outcome.faults, outcome.failed]).toEqual([[], false]);
    expect(outcome.results).toEqual([
      'lines.ndjson: 6 records read: 1 new user; 1 new company; 1 new signal; 1 new list; 1 new list entry; 1 new saved search',
    ]);
    const [list] = await idsOf('talent_lists');
    const [signal] = await idsOf('talent_signals');
    const [company] = await idsOf('talent_companies');
    const [entry] = await db.selectFrom('talent_list_entries').select(['list_id', 'signal_id']).execute();
    expect(entry).toEqual({ list_id: list, signal_id: signal });
    const [search] = await db.selectFrom('talent_searches').select(['creator_id', 'filters']).execute();
    expect(await idsOf('talent_users')).toContain(search?.creator_id);
    expect(search).toMatchObject({ filters: [{ value: [company] }] });

    const again = await importLines(...talentLines);
    expect(again.results).toEqual([
      'lines.ndjson: 6 records read: 0 new users, 1 already there; 0 new companies, 1 already there; ' +
        '0 new signals, 1 already there; 0 new lists, 1 already there; 0 new list entries, 1 already there; ' +
        '0 new saved searches, 1 already there',
    ]);
    expect(await idsOf('platform_imported_ids')).toEqual([]);
  });

  it('can be any text or number in the conversation records; participants belong to their activity', async () => {
    const outcome = await importLines(...conversationLines);
    expect([outcome.faults, outcome.failed]).toEqual([[], false]);
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
  });

  it('are the same with composed and decomposed letters, and with outer blanks', async () => {
    const ids = ['Côbalt/1', 'Co\u0302balt/1', ' Côbalt/1\t'];
    await importLines(...ids.map((id) => ({ kind: 'company', id, name: id.trim() })));
    expect(await idsOf('talent_companies')).toHaveLength(1);
  });

  it('of an import before ids were hashes stay the same, so that a repeated import adds nothing', async () => {
    const records: object[] = [];
    const text = await readFile(join(import.meta.dirname, 'earlier-import.ndjson'), 'utf8');
    for (const line of text.trim().split('\n')) {
      const earlier = earlierLine.parse(JSON.parse(line));
      if ('record' in earlier) records.push(earlier.record);
      else {
        const { table, row } = earlier;
        const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
        await sql`insert into ${sql.table(table)} (${columns})
          select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)`.execute(
          db,
        );
      }
    }
    await lab.write('people.csv', 'Name,Company,Email\nNia Owusu,Cobalt,x@y.z\n');
    await lab.write('2026-02-04 10-30 Intro.vtt', vtt);
    const before = await Promise.all(cleared.map(idsOf));
    const outcomes = [
      await importLines(...records),
      await lab.run(['2026-02-04 10-30 Intro.vtt']),
      await lab.run(['people.csv'], { kind: 'signal' }),
    ];
    expect(outcomes.flatMap(({ faults }) => faults)).toEqual([]);
    const counts = outcomes.flatMap(({ files }) => files.flatMap((file) => [...file.counts.values()]));
    expect(counts.map(({ added }) => added)).toEqual(counts.map(() => 0));
    expect(await Promise.all(cleared.map(idsOf))).toEqual(before);
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
      'lines.ndjson:3: activity: user_id: there is no convo_user with the id "nobody"',
      'lines.ndjson:4: signal: id: must be 1 to 100 letters, digits or _ . : -',
    ]);
    expect(await idsOf('talent_signals')).toEqual([]);
  });
});
