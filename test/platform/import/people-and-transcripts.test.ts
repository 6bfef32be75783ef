import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseTranscriptName } from '../../../src/platform/import/files/read-transcripts.ts';
import { readOwnFiles } from '../../support/own-files/own-files.ts';
import { modifiedAt } from './import-lab.ts';
import { describeImport } from './import-suite.ts';

const vtt = (...cues: [speaker: string, text: string][]) =>
  `WEBVTT\n\n${cues.map(([speaker, text], at) => `00:00:0${at}.000 --> 00:00:0${at + 1}.000\n<v ${speaker}>${text}\n\n`).join('')}`;

describeImport('a spreadsheet of people', ({ rows, importText }) => {
  const importPeople = (text: string, options = {}) => importText('people.csv', text, { kind: 'signal', ...options });
  const signals = () => rows('talent_signals', 'full_name');

  it('becomes signals, with their companies', async () => {
    const text =
      'First Name,Last Name,URL,Email Address,Company,Position,Location,Score\n' +
      'Nia,Owusu,linkedin.com/in/nia-owusu/,nia@example.com,Cobalt Labs,Founder,"Tampere, Finland",8\n' +
      '"Gus",Guest,,,Cobalt Labs,,,\nMononym,,,,,,,\n';
    const leftOut = 'people.csv: left out these columns: Email Address';
    const outcome = await importPeople(text);
    expect(outcome.faults).toEqual([]);
    expect(outcome.results).toEqual(['people.csv: 3 records read: 3 new signals', leftOut]);
    const companies = await rows('talent_companies');
    expect(companies).toMatchObject([{ id: expect.stringMatching(/^exe_/), name: 'Cobalt Labs' }]);
    const company = companies[0]?.['id'];
    const [gus, mononym, nia] = await signals();
    expect(nia).toMatchObject({
      full_name: 'Nia Owusu',
      linkedin_id: 'nia-owusu',
      linkedin_url: 'https://linkedin.com/in/nia-owusu/',
      city: 'Tampere',
      country: 'Finland',
      score: 8,
      discovered_at: modifiedAt,
      past_company_ids: [company],
      experiences: [{ company_id: company, company_name: 'Cobalt Labs', title: 'Founder', is_current: true }],
    });
    expect(gus).toMatchObject({ full_name: 'Gus Guest', score: null, past_company_ids: [company] });
    expect(mononym).toMatchObject({ full_name: 'Mononym', experiences: [] });
    const again = await importPeople(text);
    expect(again.results).toEqual(['people.csv: 3 records read: 0 new signals, 3 already there', leftOut]);
  });

  it('keeps what is known of a company, and maps ids and columns', async () => {
    await importText('companies.csv', 'name,domain\nCobalt Labs,cobalt.example\n', { kind: 'company' });
    const outcome = await importPeople(
      'Key,Wer,Employer,Added on,Tags\n7/a,Nia,Cobalt Labs,2026-02-01,Serial Founder; YC Alumni\n',
      { map: ['id=Key', 'full_name=Wer'] },
    );
    expect(outcome.faults).toEqual([]);
    const companies = await rows('talent_companies');
    expect(companies).toMatchObject([{ domain: 'cobalt.example' }]);
    const nia = { full_name: 'Nia', discovered_at: new Date('2026-02-01'), past_company_ids: [companies[0]?.['id']] };
    expect(await signals()).toMatchObject([{ ...nia, profile_tags: ['Serial Founder', 'YC Alumni'] }]);
  });

  it('loses a value that fits no column, but not the person', async () => {
    const address = `https://${'a.'.repeat(1_000_000)}`;
    const outcome = await importPeople(`name,added,score,tags,linkedin\nNia,yesterday,high,a;a;b,${address}\n`);
    expect(outcome.faults.map((fault) => fault.slice(0, 30))).toEqual([
      'people.csv:2: score: "high" is',
      'people.csv:2: added: "yesterda',
      'people.csv:2: linkedin: "https',
      'people.csv:2: tags: "a" is lef',
      'people.csv:2: tags: "b" is lef',
    ]);
    expect(outcome.results).toEqual(['people.csv: 1 record read: 1 new signal; 1 record stored without bad values']);
    expect(await signals()).toMatchObject([{ discovered_at: modifiedAt }]);
  });

  it('decides between day and month by the whole column, in which placeholders do not count', async () => {
    const { faults } = await importPeople('name,added,city\nNia,13/02/2025,#DIV/0!\nGus,N/A,None\nAda,02/03/2025,-\n');
    expect(faults).toEqual([]);
    const people = await signals();
    expect(people.map(({ city }) => city)).toEqual([null, null, null]);
    const days = people.map((signal) => signal['discovered_at']);
    expect(days).toEqual([new Date('2025-03-02'), modifiedAt, new Date('2025-02-13')]);
  });

  it('loses a day that does not exist, if the order of the column is known', async () => {
    const outcome = await importPeople('name,added\nNia,13/02/2025\nGus,30/02/2025\n');
    expect(outcome.faults).toEqual([
      expect.stringMatching(/^people.csv:3: added: "30\/02\/2025" is left out: must be/),
    ]);
    expect(outcome.results).toEqual(['people.csv: 2 records read: 2 new signals; 1 record stored without bad values']);
  });

  it('loses a cell of more tags than anybody gives a person', async () => {
    const { faults } = await importPeople(`name,tags\nNia,"${'a;'.repeat(1001)}"\nGus,YC Alumni;YC Alumni\n`);
    expect(faults).toEqual([
      'people.csv:2: tags: "a;a;a;a;a;a;a;a;a;a;…" is left out: must be at most 2000 characters',
    ]);
    expect((await signals()).map(({ profile_tags: tags }) => tags)).toEqual([['YC Alumni'], []]);
  });

  it('is reported as bad if the name is too long', async () => {
    const { faults, results } = await importPeople(`name,city\n${'a'.repeat(501)},Lima\n`);
    expect(faults).toEqual(['people.csv:2: signal: full_name: must be at most 500 characters']);
    expect(results).toEqual(['people.csv: 1 record read: 1 bad line']);
  });

  it('counts a person with several bad values once, also between two batches', async () => {
    const people = Array.from({ length: 400 }, (_, at) => `Person ${at},high,low\n`).join('');
    const { results } = await importPeople(`name,score,gender\n${people}`, { isShared: true });
    expect(results).toEqual(['people.csv: 400 records read: 400 new signals; 400 records stored without bad values']);
  });

  it('with a bad column loses only its values, and the report has one line for it', async () => {
    const people = Array.from({ length: 30 }, (_, at) => `Person ${at},high,Lima\n`).join('');
    const outcome = await importPeople(`name,score,city\n${people}Nia,8,Lima\n`);
    expect(outcome.faults).toEqual(['people.csv:2: score: "high" is left out: must be a whole number (30 such lines)']);
    expect(outcome.results).toEqual([
      'people.csv: 31 records read: 31 new signals; 30 records stored without bad values',
    ]);
    expect((await signals()).flatMap(({ score }) => score ?? [])).toEqual([8]);
  });
});

describe('the name of a transcript', () => {
  it.each([
    ['Vendor sync (2026-03-17 09_30 GMT+5_30)', 'Vendor sync', '2026-03-17T04:00:00Z'],
    ['Late call (2026-03-18 22_00 GMT-8)', 'Late call', '2026-03-19T06:00:00Z'],
    ['Weekly Sync (2026-02-05 15_00 GMT-7)', 'Weekly Sync', '2026-02-05T22:00:00Z'],
    ['GMT20260320-081500_Recording_1920x1080.transcript', undefined, '2026-03-20T08:15:00Z'],
    ['2026-03-22 14-45 Recording studio', 'Recording studio', '2026-03-22T14:45:00Z'],
    ['Sync 2026-03-22 10_00 GMT-99', 'Sync GMT-99', '2026-03-22T10:00:00Z'],
    [`2026-03-22 ${'1'.repeat(200)} Ada`, `${'1'.repeat(200)} Ada`, '2026-03-22T00:00:00Z'],
  ])('can be %s', (name, title, start) => {
    expect(parseTranscriptName(name)).toEqual({ title, startedAt: new Date(start) });
  });
});

describeImport('a folder of transcripts', ({ lab, rows }) => {
  it('becomes conversations with speakers and an analysis', async () => {
    const intro = vtt(['Ada Moreau', 'I will send you the offer by Friday.'], ['Gus', 'Would you give us a discount?']);
    const files = {
      '2026-02-04 10-30 Intro_call.vtt': intro,
      'old/call.vtt': vtt(['Gus', 'Hello again.']),
      'GMT20260204-113000_Recording.vtt': vtt(['Gus', 'Hello.']),
      '.hidden': '',
      'empty.vtt': 'WEBVTT\n\n',
      'empty2.vtt': '',
      'notes.txt': 'not a transcript',
    };
    for (const [name, text] of Object.entries(files)) await lab.write(`meetings/${name}`, text);
    const note = 'meetings: left out 1 file without .vtt or .srt: meetings/notes.txt';
    const outcome = await lab.run(['meetings']);
    expect(outcome.faults).toEqual(['meetings/empty.vtt: contains no speech', 'meetings/empty2.vtt: is empty']);
    expect(outcome.results).toEqual(['meetings: 5 records read: 3 new activities; 2 bad lines', note]);
    expect(await rows('convo_activities', 'started_at')).toMatchObject([
      { title: 'Intro call', started_at: new Date('2026-02-04T10:30:00Z'), duration_ms: 2000, type: 'meeting' },
      { title: null, started_at: new Date('2026-02-04T11:30:00Z') },
      { title: 'call', started_at: modifiedAt, duration_ms: 1000 },
    ]);
    const participants = await rows('convo_participants', 'name');
    expect(participants.map(({ name }) => name)).toEqual(['Ada Moreau', 'Gus', 'Gus', 'Gus']);
    expect(await rows('convo_action_items')).toHaveLength(1);

    const again = await lab.run(['meetings']);
    expect(again.results[0]).toBe('meetings: 5 records read: 0 new activities, 3 already there; 2 bad lines');
    const one = await lab.run(['meetings/old']);
    expect(one.results).toEqual(['meetings/old: 1 record read: 1 new activity']);
  });

  it('is read without what is no file', async () => {
    await mkdir(join(lab.folder, 'unpacked', 'folder.vtt'), { recursive: true });
    await promisify(execFile)('mkfifo', [join(lab.folder, 'unpacked', 'pipe.vtt')]);
    await symlink('/dev/zero', join(lab.folder, 'unpacked', 'zero.srt'));
    await symlink('loop.vtt', join(lab.folder, 'unpacked', 'loop.vtt'));
    await symlink('..', join(lab.folder, 'unpacked', 'up'));
    await lab.write('unpacked/call.vtt', vtt(['Gus', 'Hello.']));
    await lab.write('unpacked/._call.vtt', 'what an archive of a Mac adds');
    await lab.write('unpacked/.cache/call.vtt', vtt(['Gus', 'Hello.']));
    const outcome = await lab.run(['unpacked']);
    expect(outcome.faults).toEqual([
      'unpacked/loop.vtt: cannot be read (ELOOP)',
      'unpacked/pipe.vtt: is not a file',
      'unpacked/zero.srt: is not a file',
    ]);
    expect(outcome.results).toEqual(['unpacked: 4 records read: 1 new activity; 3 bad lines']);
  });

  it('is imported with damaged characters as question marks, and with equal and long labels as one speaker', async () => {
    const text = vtt(['\u00c1da', 'Caf\u00e9 first.'], ['A\u0301da', 'Then &#xD800;.'], ['x'.repeat(600), 'Bye.']);
    const bytes = Buffer.from(text);
    bytes[bytes.indexOf('Bye') + 1] = 0xff;
    await lab.write('damaged/call.vtt', bytes);
    const outcome = await lab.run(['damaged']);
    expect(outcome.faults).toEqual([]);
    const segments = await rows('convo_segments', 'position');
    expect(segments.map((segment) => segment['text'])).toEqual(['Caf\u00e9 first.', 'Then ?.', 'B?e.']);
    const participants = await rows('convo_participants', 'position');
    expect(participants.map(({ name }) => name)).toEqual(['\u00c1da', 'x'.repeat(500)]);
  });

  it('is rejected beside one with the same name, because the ids of one would replace those of the other', async () => {
    for (const season of ['spring', 'autumn']) {
      await lab.write(`${season}/calls/intro.vtt`, vtt(['Nia', `Our ${season} plan.`]));
    }
    await expect(lab.run(['spring/calls', 'autumn/calls'])).rejects.toThrow(
      /spring\/calls and \S+autumn\/calls would get the same ids: import the folder above them, or rename one\.$/,
    );
    expect(await rows('convo_activities')).toEqual([]);
  });

  it('is imported without cues that cannot be read, which the report names with their file', async () => {
    const { folder } = readOwnFiles('dev');
    const file = '2026-03-05 09-30 renewal talk.srt';
    await lab.write(`calls/${file}`, await readFile(join(folder, 'transcripts', file)));
    const { faults, results } = await lab.run(['calls']);
    expect(results).toEqual(['calls: 1 record read: 1 new activity; 1 record stored without bad values']);
    expect(faults).toEqual([
      `calls/${file}: 1 of 5 cues were left out, because their times cannot be read; the first is line 14: 00:00:1O,200 --> 00:00:12,000`,
    ]);
  });
});
