import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { Tables } from '../../../src/platform/database/tables/tables.ts';
import { maxRecordBytes } from '../../../src/platform/import/files/read-lines.ts';
import { describeEmbedded } from '../../support/database/suite-database.ts';
import { openForSuite } from '../../support/open-for-suite.ts';
import { talentCallers } from '../services/talent/talent-caller.ts';
import { ndjson, openImportLab } from './import-lab.ts';
import { company, entry, everything, institution, list, signal, user } from './talent-lines.ts';

const tables = [
  'talent_searches',
  'talent_lists',
  'talent_signals',
  'talent_companies',
  'talent_institutions',
  'talent_cities',
  'talent_users',
] as const satisfies (keyof Tables)[];

describeEmbedded('importing NDJSON', ({ db }) => {
  const callers = talentCallers(db, () => new Date('2026-06-01T00:00:00Z'));
  const lab = openForSuite(() => openImportLab(db));
  beforeEach(async () => {
    for (const table of tables) await db.deleteFrom(table).execute();
  });

  const everyRow = async () => {
    const rows = [...tables, 'talent_views', 'talent_screenings', 'talent_list_entries'] as const;
    return Promise.all(
      rows.map((table) =>
        db
          .selectFrom(table)
          .selectAll()
          .orderBy(sql`1`)
          .execute(),
      ),
    );
  };
  const idsOf = async (table: 'talent_signals' | 'talent_users' | 'talent_list_entries' | 'talent_companies') =>
    (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

  it('imports every kind of record', async () => {
    await lab.write('all.ndjson', ndjson(...everything));
    const outcome = await lab.run(['all.ndjson']);
    expect([outcome.faults, outcome.failed]).toEqual([[], false]);
    expect(outcome.results).toEqual([
      'all.ndjson: 10 records read: 1 new user; 1 new company; 1 new institution; 1 new city; 1 new signal; ' +
        '1 new list; 1 new list entry; 1 new saved search; 1 new screening; 1 new view',
    ]);
    const one = callers('usr_1');
    expect(await one.payload('signals_get', { id: 'sig_1' })).toMatchObject({
      id: 'sig_1',
      score: 7,
      discovered_at: '2026-05-04T10:00:00.000Z',
      experiences: [{ company_id: 'exe_a', title: 'Founder', start_date: '2026-05' }],
      taggings: [{ tag: 'Priority', created_at: '2026-05-05T08:00:00.000Z', tagged_by: { name: 'Una One' } }],
      screenings: [{ user: { id: 'usr_2', name: 'Dov Two' }, screened_at: '2026-05-07T00:00:00.000Z' }],
      viewer_has_viewed: true,
      viewer_has_screened: false,
    });
    const entries = await one.record('list_entries_list', { list_id: 'lst_1' });
    expect(entries.items.map(({ id, signalId, addedBy }) => [id, signalId, addedBy?.id])).toEqual([
      ['ent_1', 'sig_1', 'usr_1'],
    ]);
    expect((await one.record('searches_signals_list', { id: 'sch_1' })).items.map(({ id }) => id)).toEqual(['sig_1']);
  });

  it('changes nothing when the same file is imported twice', async () => {
    await lab.write('all.ndjson', ndjson(...everything));
    await lab.run(['all.ndjson']);
    const before = await everyRow();
    const outcome = await lab.run(['all.ndjson']);
    expect(outcome.results[0]).toMatch(/^all\.ndjson: 10 records read: 0 new users, 1 already there;/);
    expect(await everyRow()).toEqual(before);
  });

  it('replaces the record with the same id', async () => {
    await lab.write('one.jsonl', ndjson(company, { ...company, name: 'Alpha Renamed' }));
    const outcome = await lab.run(['one.jsonl']);
    expect(outcome.results).toEqual(['one.jsonl: 2 records read: 1 new company, 1 already there']);
    const { items } = await callers('usr_1').record('companies_list', {});
    expect(items.map(({ name }) => name)).toEqual(['Alpha Renamed']);
  });

  it('finds the record that the database rejects among many', async () => {
    await lab.write('base.ndjson', ndjson(user, company, institution, signal, list, entry));
    await lab.run(['base.ndjson']);
    const signals = Array.from({ length: 30 }, (_, index) => ({ ...signal, id: `sig_m${index}` }));
    const entries = signals.map(({ id }, index) => ({
      ...entry,
      id: index === 17 ? 'ent_1' : `ent_m${index}`,
      signal_id: id,
    }));
    await lab.write('many.ndjson', ndjson(...signals, ...entries));
    const outcome = await lab.run(['many.ndjson']);
    expect(outcome.faults).toEqual(['many.ndjson:48: list_entry: id: already belongs to another record']);
    expect(outcome.results).toEqual(['many.ndjson: 60 records read: 30 new signals; 29 new list entries; 1 bad line']);
    expect((await idsOf('talent_list_entries')).length).toBe(30);
  });

  it('requires a record before those that refer to it', async () => {
    await lab.write('order.ndjson', ndjson(user, { ...entry, added_by: null }, company, institution, signal, list));
    const outcome = await lab.run(['order.ndjson']);
    expect(outcome.faults).toEqual(['order.ndjson:2: list_entry: signal_id: there is no signal with the id "sig_1"']);
    expect(await idsOf('talent_list_entries')).toEqual([]);
  });

  it('skips a line that is too long', async () => {
    const long = JSON.stringify({ ...company, name: 'x'.repeat(maxRecordBytes) });
    await lab.write('long.ndjson', `${ndjson(user)}${long}\n${ndjson(company)}`);
    const outcome = await lab.run(['long.ndjson']);
    expect(outcome.faults).toEqual(['long.ndjson:2: is longer than 16,777,216 bytes']);
    expect([await idsOf('talent_users'), await idsOf('talent_companies')]).toEqual([['usr_1'], ['exe_a']]);
  });

  it.each([
    ['missing.ndjson', undefined, 'does not exist'],
    ['empty.ndjson', '', 'is empty'],
    ['blank.ndjson', '\n \n\r\n', 'is empty'],
    [
      'array.ndjson',
      '[\n{"kind":"city","name":"Lima"}\n]\n',
      'is a JSON array; it must contain one JSON object per line',
    ],
    ['binary.ndjson', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 10, 3]), 'is not a text file in UTF-8'],
    ['utf16.ndjson', Buffer.from('{"kind":"city"}\n', 'utf16le'), 'is not a text file in UTF-8'],
    ['notes.txt', 'hello\n', 'has an unknown format: name it .ndjson, .jsonl, .csv, .vtt or .srt, or pass --format'],
    ['missing', undefined, 'does not exist'],
  ])('rejects %s with a one-line message', async (name, content, rejection) => {
    if (content !== undefined) await lab.write(name, content);
    const outcome = await lab.run([name]);
    expect([outcome.faults, outcome.results, outcome.failed]).toEqual([[`${name}: ${rejection}`], [], true]);
  });

  it('rejects a folder with a one-line message', async () => {
    await mkdir(join(lab.folder, 'folder.ndjson'), { recursive: true });
    expect((await lab.run(['folder.ndjson'])).faults).toEqual([
      'folder.ndjson: is a folder without .vtt or .srt files',
    ]);
  });

  it('imports a file with any extension if the format is set', async () => {
    await lab.write('export.txt', ndjson(user));
    const outcome = await lab.run(['export.txt'], { format: 'ndjson' });
    expect(outcome.results).toEqual(['export.txt: 1 record read: 1 new user']);
  });
});
