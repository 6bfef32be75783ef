import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { maxRecordBytes } from '../../../src/platform/import/files/read-lines.ts';
import { importKinds } from '../../../src/platform/import/kinds/import-kinds.ts';
import { userIdOf } from '../../../src/platform/services/conversation/store/store-users.ts';
import { createTalentService } from '../../../src/platform/services/talent/talent-service.ts';
import { talentCallers } from '../services/talent/talent-caller.ts';
import { ndjson } from './import-lab.ts';
import { describeImport } from './import-suite.ts';
import { company, entry, everything, institution, list, signal, user } from './talent-lines.ts';

const page = await readFile('src/app/REFERENCE.md', 'utf8');
const lines = /```ndjson\n([^`]+)```/.exec(page)?.[1] ?? '';

describeImport('importing NDJSON', ({ db, lab, rows, importText, importLines }) => {
  const callers = talentCallers(db, () => new Date('2026-06-01T00:00:00Z'));
  const idsOf = async (table: string) => (await rows(table)).map(({ id }) => id);

  it('imports every kind of record', async () => {
    const outcome = await importLines(...everything);
    expect([outcome.faults, outcome.failed]).toEqual([[], false]);
    expect(outcome.results).toEqual([
      'lines.ndjson: 10 records read: 1 new user; 1 new company; 1 new institution; 1 new city; 1 new signal; ' +
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
    expect(entries.items).toMatchObject([{ id: 'ent_1', signalId: 'sig_1', addedBy: { id: 'usr_1' } }]);
    expect((await one.record('searches_signals_list', { id: 'sch_1' })).items).toMatchObject([{ id: 'sig_1' }]);
  });

  it('replaces the record with the same id', async () => {
    const outcome = await importLines(company, { ...company, name: 'Alpha Renamed' });
    expect(outcome.results).toEqual(['lines.ndjson: 2 records read: 1 new company, 1 already there']);
    expect(await rows('talent_companies')).toMatchObject([{ name: 'Alpha Renamed' }]);
  });

  it('finds the record that the database rejects among many', async () => {
    await importLines(user, company, institution, signal, list, entry);
    const signals = Array.from({ length: 30 }, (_, index) => ({ ...signal, id: `sig_m${index}` }));
    const entries = signals.map(({ id }, index) => ({ ...entry, id: `ent_m${index}`, signal_id: id }));
    const rejected = { ...entry, signal_id: 'sig_m17' };
    const outcome = await importLines(...signals, ...entries.with(17, rejected));
    expect(outcome.faults).toEqual(['lines.ndjson:48: list_entry: id: already belongs to another record']);
    expect(outcome.results).toEqual(['lines.ndjson: 60 records read: 30 new signals; 29 new list entries; 1 bad line']);
    expect(await rows('talent_list_entries')).toHaveLength(30);
  });

  it('requires a record before those that refer to it', async () => {
    const outcome = await importLines(user, { ...entry, added_by: null }, company, institution, signal, list);
    expect(outcome.faults).toEqual(['lines.ndjson:2: list_entry: signal_id: there is no signal with the id "sig_1"']);
    expect(await rows('talent_list_entries')).toEqual([]);
  });

  it('skips a line that is too long', async () => {
    const outcome = await importLines(user, { ...company, name: 'x'.repeat(maxRecordBytes) }, company);
    expect(outcome.faults).toEqual(['lines.ndjson:2: is longer than 16,777,216 bytes']);
    expect([await idsOf('talent_users'), await idsOf('talent_companies')]).toEqual([['usr_1'], ['exe_a']]);
  });

  it.each([
    ['missing.ndjson', undefined, 'does not exist'],
    ['empty.ndjson', '', 'is empty'],
    ['blank.ndjson', '\n \n\r\n', 'is empty'],
    ['array.ndjson', '[\n{"kind":"city"}\n]\n', 'is a JSON array; it must contain one JSON object per line'],
    ['binary.ndjson', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 10, 3]), 'is not a text file in UTF-8'],
    ['utf16.ndjson', Buffer.from('{"kind":"city"}\n', 'utf16le'), 'is not a text file in UTF-8'],
    ['notes.txt', 'hello\n', 'has an unknown format: name it .ndjson, .jsonl, .csv, .vtt or .srt, or pass --format'],
    ['missing', undefined, 'does not exist'],
    ['missing.csv', undefined, 'does not exist'],
    ['folder.ndjson', 'folder', 'is a folder without .vtt or .srt files; pass other files by name'],
  ])('rejects %s with a one-line message', async (name, content, rejection) => {
    if (content !== undefined) await lab.write(content === 'folder' ? `${name}/.hidden` : name, content);
    const outcome = await lab.run([name]);
    expect([outcome.faults, outcome.results, outcome.failed]).toEqual([[`${name}: ${rejection}`], [], true]);
  });

  it('imports a file with any extension if the format is set, and a last line without a line end', async () => {
    const { results } = await importText('export.txt', JSON.stringify(user), { format: 'ndjson' });
    expect(results).toEqual(['export.txt: 1 record read: 1 new user']);
    expect((await importText('one.jsonl', ndjson(user))).faults).toEqual([]);
  });
});

describeImport('the documented import lines', ({ db, rows, importText }) => {
  it('contain every kind, and are all imported into an empty database', async () => {
    const kinds = lines.trim().split('\n');
    expect(new Set(kinds.map((line) => z.object({ kind: z.string() }).parse(JSON.parse(line)).kind))).toEqual(
      new Set(Object.keys(importKinds)),
    );
    expect(await importText('sample.ndjson', lines)).toMatchObject({ failed: false, faults: [] });
    expect(await rows('talent_lists')).toMatchObject([{ id: 'lst_founders', creator_id: 'usr_demo' }]);
    expect(await rows('convo_topic_matches')).toHaveLength(1);
  });

  it('match the documented users of the caller demo', async () => {
    const talentUser = await createTalentService({ db }).ensureUser({ identifier: 'demo', name: 'demo' });
    expect(talentUser).toBe('usr_demo');
    expect(page.replaceAll(/\s+/g, ' ')).toContain(
      `the caller \`demo\` is the talent user \`${talentUser}\` and the conversation user \`${userIdOf('demo')}\``,
    );
  });
});
