import { expect, it } from 'vitest';
import * as conversation from './conversation-lines.ts';
import { ndjson } from './import-lab.ts';
import { describeImport } from './import-suite.ts';
import * as talent from './talent-lines.ts';

/** A valid record, the change that makes it invalid, and the expected faults. */
type BadRecord = [record: { kind: string }, change: object, ...faults: string[]];

const { signal, list, entry, search, company, city } = talent;

/** Invalid lines. Their faults name the kind of the record if the import could read it. */
const badTexts: [line: string, ...faults: string[]][] = [
  ['{"kind":"city","na', 'is not JSON: "{\\"kind\\":\\"city\\",\\"na"'],
  ['42', 'must be a JSON object: "42"'],
  ['{"name":"Lima"}', 'kind: is required'],
  [`{"kind":"search","filters":${'['.repeat(33)}${']'.repeat(33)}}`, 'is nested more than 32 levels deep'],
  [
    '{"kind":"person","id":"x"}',
    'kind: "person" is not one of user, company, institution, city, signal, list, list_entry, search, view, screening, ' +
      'organization, convo_user, theme, activity, comment, listen, call_score, coaching_feedback',
  ],
  ['{"kind":"city","name":"a\\u0000b"}', 'city: name: must be well-formed text without U+0000'],
  ['{"kind":"company","id":"exe_b","name":"\\ud800"}', 'company: name: must be well-formed text without U+0000'],
];

const noInstitution = 'there is no institution with the id "ede_no"';
const timeRule = 'must be ISO 8601 with an offset, YYYY-MM-DD HH:MM:SS in UTC, or epoch milliseconds';
const types = [
  'New Company, Stealth Position, Left Position, Investor Position, Board Position, New Position, Promoted',
  'New Patent, New Grant',
].join(', ');

const badTalentRecords: BadRecord[] = [
  [company, { name: undefined }, 'name: is required'],
  [city, { name: 7 }, 'name: must be text'],
  [city, { name: '' }, 'name: must not be empty'],
  [city, { land: 'b' }, 'land: is not known'],
  [company, { id: '' }, 'id: must be 1 to 100 letters, digits or _ . : -', 'id: must be an id of the form exe_*'],
  [signal, { score: 11 }, 'score: must be at most 10'],
  [signal, { type: 'Hired', gender: 'x' }, `type: must be one of ${types}`, 'gender: must be one of man, woman'],
  [signal, { discovered_at: '2026-02-30T00:00:00Z' }, `discovered_at: ${timeRule}`],
  [signal, { discovered_at: '1969-12-31' }, 'discovered_at: must be between 1970 and 9999'],
  [signal, { linkedin_url: 'javascript:alert(1)' }, 'linkedin_url: must be an http or https address'],
  [signal, { experiences: [{ company_id: 'exe_no' }] }, 'company_id: there is no company with the id "exe_no"'],
  [signal, { educations: [{ institution_id: 'ede_no' }] }, `institution_id: ${noInstitution}`],
  [entry, { signal_id: 'sig_none' }, 'signal_id: there is no signal with the id "sig_none"'],
  [entry, { list_id: 'lst_none' }, 'list_id: there is no list with the id "lst_none"'],
  [entry, { signal_id: 'sig_2' }, 'id: already belongs to another record'],
  [list, { accesses: ['usr_1', 'usr_none'] }, 'accesses: there is no user with the id "usr_none"'],
  [search, { visited_at: 253_402_300_800_000 }, 'visited_at: must be between 1970 and 9999'],
  [search, { title: 'x'.repeat(51) }, 'title: must be at most 50 characters'],
];

const { analysedCall, ben, callScore, comment, feedback, listen, organization, theme, uuid } = conversation;
const call = { ...conversation.call, id: uuid('other'), external_id: null, participants: [], segments: null };
const host = analysedCall.participants[0]?.id;
const id = uuid('unknown');
const noUser = `there is no convo_user with the id "${id}"`;
const ofOther = 'an id already belongs to a participant of another activity';
const noParticipant = 'there is no participant of this activity with the id';
const second = { ...organization, id: uuid('second'), name: 'Second', created_at: '2026-02-01' };
const segment = { start_ms: 0, text: 'No.' };
const twins = [1, 2].map(() => ({ id, keyword: 'a' }));

const badConversationRecords: BadRecord[] = [
  [comment, { id: '' }, 'id: must be a UUID'],
  [call, { status: 'done' }, 'status: must be one of in-progress, completed, received, sent, delivered'],
  [call, { title: 'x'.repeat(251) }, 'title: must be at most 250 characters'],
  [call, { language: 'English' }, 'language: must be a locale such as en_GB'],
  [call, { started_at: undefined }, 'started_at: is required'],
  [call, { transcript: [] }, 'transcript: is not known'],
  [call, { processing: { state: 'queued' } }, 'processing.state: must be one of done, failed'],
  [call, { segments: [{ ...segment, start_ms: 5, end_ms: 4 }] }, 'segments.0.end_ms: must not be before start_ms'],
  [call, { segments: [{ ...segment, start_ms: -1 }] }, 'segments.0.start_ms: must not be negative'],
  [call, { segments: [{ ...segment, text: 'a\u0000b' }] }, 'segments.0.text: must be well-formed text without U+0000'],
  [
    call,
    { id: { toString: 1 }, participants: [{ id: 'a' }] },
    'id: must be a UUID',
    'participants.0.id: must be a UUID',
  ],
  [call, { participants: [{ id }, { id }] }, 'participants.1.id: occurs more than once in the list'],
  [call, { participants: [{ id }, { id: host }] }, `participants: ${ofOther}`],
  [call, { segments: [{ ...segment, participant_id: host }] }, `participant_id: ${noParticipant} "${host}"`],
  [call, { action_items: [{ text: 'Do it.', assignee_id: id }] }, `assignee_id: ${noParticipant} "${id}"`],
  [call, { host_user_id: id }, `host_user_id: ${noUser}`],
  [call, { participants: [{ id, user_id: id }] }, `user_id: ${noUser}`],
  [call, { external_id: 'ext-1' }, 'external_id: already belongs to another activity of this host'],
  [comment, { activity_id: id }, `activity_id: there is no activity with the id "${id}"`],
  [listen, { user_id: id }, `user_id: ${noUser}`],
  [feedback, { coach_id: id, coachee_id: id }, `coach_id: ${noUser}`],
  [callScore, { score: 'high' }, 'score: must be a number'],
  [ben, { organization_id: id }, `organization_id: there is no organization with the id "${id}"`],
  [callScore, { organization_id: second.id }, 'organization_id: differs from the organization of a referenced record'],
  [theme, { id: uuid('theme 2') }, 'id: already belongs to another record'],
  [
    theme,
    { topics: [{ id, name: 'A', triggers: twins }] },
    'topics.0.triggers.1.id: occurs more than once in the list',
  ],
];

const badLines = (records: BadRecord[]) =>
  records.map(([record, change, ...faults]) => [
    JSON.stringify({ ...record, ...change }),
    ...faults.map((fault) => `${record.kind}: ${fault}`),
  ]);

describeImport('bad lines of an import', ({ importText, importLines, everyRow }) => {
  it.each([
    {
      service: 'talent',
      bad: [...badTexts, ...badLines(badTalentRecords)],
      base: [...talent.everything.slice(0, 7), { ...signal, id: 'sig_2' }],
      // Adds no rows to other tables, which must not change.
      good: (index: number) => ({ ...signal, id: `sig_good_${index}`, city: null, taggings: [], views: [] }),
      nouns: 'signals',
      table: 'talent_signals',
    },
    {
      service: 'conversation',
      bad: badLines(badConversationRecords),
      base: [organization, second, conversation.ada, ben, theme, analysedCall],
      good: (index: number) => ({ ...ben, id: uuid(`good ${index}`) }),
      nouns: 'conversation users',
      table: 'convo_users',
    },
  ])('are reported, and the $service records between them imported', async ({ bad, base, good, nouns, table }) => {
    expect((await importLines(...base)).faults).toEqual([]);
    const before = await everyRow();

    const lines = bad.map(([line], index) => `${line}\n${ndjson(good(index))}`);
    const outcome = await importText('bad.ndjson', lines.join(''));
    expect(outcome.faults).toEqual(
      bad.flatMap(([, ...faults], index) => faults.map((fault) => `bad.ndjson:${2 * index + 1}: ${fault}`)),
    );
    expect(outcome.results).toEqual([
      `bad.ndjson: ${2 * bad.length} records read: ${bad.length} new ${nouns}; ${bad.length} bad lines`,
    ]);
    expect(outcome.failed).toBe(true);
    const goodIds = new Set<unknown>(bad.map((_, index) => good(index).id));
    const { [table]: stored = [], ...others } = await everyRow();
    expect({ ...others, [table]: stored.filter((row) => !goodIds.has(row['id'])) }).toEqual(before);
    expect(stored.filter((row) => goodIds.has(row['id']))).toHaveLength(bad.length);
  });
});
