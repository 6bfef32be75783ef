import { execFile } from 'node:child_process';
import { mkdir, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { describeEmbedded } from '../../support/database/suite-database.ts';
import { openForSuite } from '../../support/open-for-suite.ts';
import { openImportLab } from './import-lab.ts';

const modifiedAt = new Date('2026-03-01T12:00:00Z');

const vtt = (...cues: [speaker: string, text: string][]) =>
  `WEBVTT\n\n${cues.map(([speaker, text], at) => `00:00:0${at}.000 --> 00:00:0${at + 1}.000\n<v ${speaker}>${text}\n\n`).join('')}`;

describeEmbedded('imported people and transcripts', ({ db }) => {
  const lab = openForSuite(() => openImportLab(db));
  const write = async (name: string, content: string) => {
    await lab.write(name, content);
    await utimes(join(lab.folder, name), modifiedAt, modifiedAt);
    return name;
  };
  afterEach(async () => {
    for (const table of ['talent_signals', 'talent_companies', 'convo_activities', 'platform_imported_ids'] as const) {
      await db.deleteFrom(table).execute();
    }
  });

  const signals = () => db.selectFrom('talent_signals').selectAll().orderBy('full_name').execute();

  it('a spreadsheet of people becomes signals, with their companies', async () => {
    await write(
      'people.csv',
      'First Name,Last Name,URL,Email Address,Company,Position,Location,Score\n' +
        'Nia,Owusu,linkedin.com/in/nia-owusu/,nia@example.com,Cobalt Labs,Founder,"Tampere, Finland",8\n' +
        '"Gus",Guest,,,Cobalt Labs,,,\nMononym,,,,,,,\n',
    );
    const outcome = await lab.run(['people.csv'], { kind: 'signal' });
    expect([outcome.faults, outcome.results]).toEqual([
      [],
      ['people.csv: 3 records read: 3 new signals', 'people.csv: left out these columns: Email Address'],
    ]);
    const [company] = await db.selectFrom('talent_companies').select(['id', 'name']).execute();
    expect(company).toEqual({ id: expect.stringMatching(/^exe_/), name: 'Cobalt Labs' });
    const [gus, mononym, nia] = await signals();
    expect(nia).toMatchObject({
      full_name: 'Nia Owusu',
      linkedin_id: 'nia-owusu',
      linkedin_url: 'https://linkedin.com/in/nia-owusu/',
      city: 'Tampere',
      country: 'Finland',
      score: 8,
      discovered_at: modifiedAt,
      past_company_ids: [company?.id],
      experiences: [{ company_id: company?.id, company_name: 'Cobalt Labs', title: 'Founder', is_current: true }],
    });
    expect(gus).toMatchObject({ full_name: 'Gus Guest', score: null, past_company_ids: [company?.id] });
    expect(mononym).toMatchObject({ full_name: 'Mononym', experiences: [] });
    const again = await lab.run(['people.csv'], { kind: 'signal' });
    expect(again.results).toEqual([
      'people.csv: 3 records read: 0 new signals, 3 already there',
      'people.csv: left out these columns: Email Address',
    ]);
  });

  it('a spreadsheet of people keeps what is known of a company, and maps ids and columns', async () => {
    await write('companies.csv', 'name,domain\nCobalt Labs,cobalt.example\n');
    await lab.run(['companies.csv'], { kind: 'company' });
    await write(
      'people.csv',
      'Key,Wer,Employer,Added on,Tags\n7/a,Nia,Cobalt Labs,2026-02-01,Serial Founder; YC Alumni\n',
    );
    const outcome = await lab.run(['people.csv'], { kind: 'signal', map: ['id=Key', 'full_name=Wer'] });
    expect(outcome.faults).toEqual([]);
    const [nia] = await signals();
    expect(nia).toMatchObject({ full_name: 'Nia', profile_tags: ['Serial Founder', 'YC Alumni'] });
    expect(nia?.discovered_at).toEqual(new Date('2026-02-01'));
    const companies = await db.selectFrom('talent_companies').select(['id', 'domain']).execute();
    expect(companies).toEqual([{ id: nia?.past_company_ids[0], domain: 'cobalt.example' }]);
  });

  it('a bad column of a spreadsheet of people is one line of the report, and only its values are left out', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => `Person ${at},high,Lima\n`).join('');
    await write('people.csv', `name,score,city\n${rows}Nia,8,Lima\n`);
    const outcome = await lab.run(['people.csv'], { kind: 'signal' });
    expect(outcome.faults).toEqual(['people.csv:2: score: "high" is left out: must be a whole number (30 such lines)']);
    expect(outcome.results).toEqual(['people.csv: 31 records read: 31 new signals; 30 records without bad values']);
    expect((await signals()).map(({ score }) => score).filter((score) => score !== null)).toEqual([8]);
    await write('people.csv', 'who,score\nNia,8\n');
    expect((await lab.run(['people.csv'], { kind: 'signal' })).faults).toEqual([
      'people.csv: has no column "full_name"; map one with --map full_name=<column>. Its columns are who, score',
    ]);
  });

  it('a folder of transcripts becomes conversations with speakers and an analysis', async () => {
    await mkdir(join(lab.folder, 'meetings', 'old'), { recursive: true });
    await write(
      'meetings/2026-02-04 10-30 Intro_call.vtt',
      vtt(['Ada Moreau', 'I will send you the offer by Friday.'], ['Gus', 'Would you give us a discount?']),
    );
    await write('meetings/old/call.vtt', vtt(['Gus', 'Hello again.']));
    await write('meetings/GMT20260204-113000_Recording.vtt', vtt(['Gus', 'Hello.']));
    await write('meetings/.hidden', '');
    await write('meetings/empty.vtt', 'WEBVTT\n\n');
    await write('meetings/empty2.vtt', 'WEBVTT\n\n');
    await write('meetings/notes.txt', 'not a transcript');
    const outcome = await lab.run(['meetings']);
    expect(outcome.faults).toEqual(['meetings/empty.vtt: contains no speech (2 such files)']);
    expect(outcome.results.at(-1)).toBe('meetings: left out 1 file without .vtt or .srt: meetings/notes.txt');
    expect(outcome.results).toContain('meetings: 5 records read: 3 new activities; 2 bad lines');
    const activities = await db.selectFrom('convo_activities').selectAll().orderBy('started_at').execute();
    expect(activities).toMatchObject([
      { title: 'Intro call', started_at: new Date('2026-02-04T10:30:00Z'), duration_ms: 2000, type: 'meeting' },
      { title: null, started_at: new Date('2026-02-04T11:30:00Z') },
      { title: 'call', started_at: modifiedAt, duration_ms: 1000 },
    ]);
    const names = await db.selectFrom('convo_participants').select('name').orderBy('name').execute();
    expect(names.map(({ name }) => name)).toEqual(['Ada Moreau', 'Gus', 'Gus', 'Gus']);
    const items = await db.selectFrom('convo_action_items').select('text').execute();
    expect(items).toHaveLength(1);

    const again = await lab.run(['meetings']);
    expect(again.results).toContain('meetings: 5 records read: 0 new activities, 3 already there; 2 bad lines');
    const one = await lab.run(['meetings/old']);
    expect(one.results).toEqual(['meetings/old: 1 record read: 1 new activity']);
  });
  it('reads only files in a folder of transcripts', async () => {
    await mkdir(join(lab.folder, 'unpacked', 'folder.vtt'), { recursive: true });
    await promisify(execFile)('mkfifo', [join(lab.folder, 'unpacked', 'pipe.vtt')]);
    await symlink('/dev/zero', join(lab.folder, 'unpacked', 'zero.srt'));
    await symlink('loop.vtt', join(lab.folder, 'unpacked', 'loop.vtt'));
    await symlink('..', join(lab.folder, 'unpacked', 'up'));
    await write('unpacked/call.vtt', vtt(['Gus', 'Hello.']));
    const outcome = await lab.run(['unpacked']);
    expect(outcome.faults).toEqual([
      'unpacked/loop.vtt: does not exist or is not readable by this user',
      'unpacked/pipe.vtt: is not a file (2 such files)',
    ]);
    expect(outcome.results.at(-1)).toBe('unpacked: 4 records read: 1 new activity; 3 bad lines');
  });

  it('rejects folders of transcripts with one name, because the ids of one would replace those of the other', async () => {
    for (const folder of ['spring', 'autumn']) {
      await mkdir(join(lab.folder, folder, 'calls'), { recursive: true });
      await write(join(folder, 'calls', 'intro.vtt'), vtt(['Nia', `Our ${folder} plan.`]));
    }
    await expect(lab.run(['spring/calls', 'autumn/calls'])).rejects.toThrow(
      /spring\/calls and \S+autumn\/calls would get the same ids: import the folder above them, or rename one\.$/,
    );
    expect(await db.selectFrom('convo_activities').select('id').execute()).toEqual([]);
  });
});
