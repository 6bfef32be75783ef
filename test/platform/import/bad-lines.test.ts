import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeEmbedded } from '../../support/database/suite-database.ts';
import { openForSuite } from '../../support/open-for-suite.ts';
import * as conversation from './conversation-lines.ts';
import { ndjson, openImportLab } from './import-lab.ts';
import * as talent from './talent-lines.ts';

/** A bad line, as text or as a record, and its faults, separated by semicolons. */
type BadLine = [line: string | object, fault: string];

const { signal, list, entry, search } = talent;
const laterSignal = { ...signal, id: 'sig_5' };

const badTalentLines: BadLine[] = [
  ['{"kind":"city","na', 'is not JSON: "{\\"kind\\":\\"city\\",\\"na"'],
  ['42', 'must be a JSON object: "42"'],
  ['{"name":"Lima"}', 'kind: is required'],
  [
    '{"kind":"person","id":"x"}',
    'kind: "person" is not one of user, company, institution, city, signal, list, list_entry, search, view, screening, ' +
      'organization, convo_user, theme, activity, comment, listen, call_score, coaching_feedback',
  ],
  ['{"kind":"company","id":"exe_b"}', 'company: name: is required'],
  ['{"kind":"city","name":7}', 'city: name: must be text'],
  ['{"kind":"city","name":""}', 'city: name: must not be empty'],
  ['{"kind":"city","name":"a\\u0000b"}', 'city: name: must be well-formed text without U+0000'],
  ['{"kind":"company","id":"exe_b","name":"\\ud800"}', 'company: name: must be well-formed text without U+0000'],
  ['{"kind":"city","name":"a","land":"b"}', 'city: land: is not known'],
  [
    '{"kind":"company","id":"","name":"A"}',
    'company: id: must be 1 to 100 letters, digits or _ . : -; id: must be an id of the form exe_*',
  ],
  [{ ...signal, score: 11 }, 'signal: score: must be at most 10'],
  [
    { ...signal, type: 'Hired', gender: 'x' },
    'signal: type: must be one of New Company, Stealth Position, Left Position, Investor Position, Board Position, ' +
      'New Position, Promoted, New Patent, New Grant; gender: must be one of man, woman',
  ],
  [
    { ...signal, discovered_at: '2026-02-30T00:00:00Z' },
    'signal: discovered_at: must be ISO 8601 with an offset, YYYY-MM-DD HH:MM:SS in UTC, or epoch milliseconds',
  ],
  [{ ...signal, linkedin_url: 'javascript:alert(1)' }, 'signal: linkedin_url: must be an http or https address'],
  [
    { ...signal, experiences: [{ company_id: 'exe_none' }] },
    'signal: company_id: there is no company with the id "exe_none"',
  ],
  [
    { ...signal, educations: [{ institution_id: 'ede_none' }] },
    'signal: institution_id: there is no institution with the id "ede_none"',
  ],
  [{ ...entry, signal_id: 'sig_none' }, 'list_entry: signal_id: there is no signal with the id "sig_none"'],
  [{ ...entry, list_id: 'lst_none' }, 'list_entry: list_id: there is no list with the id "lst_none"'],
  [
    { ...list, id: 'lst_2', accesses: ['usr_1', 'usr_none'] },
    'list: accesses: there is no user with the id "usr_none"',
  ],
  [{ ...laterSignal, discovered_at: '1969-12-31' }, 'signal: discovered_at: must be between 1970 and 9999'],
  [{ ...search, visited_at: 253_402_300_800_000 }, 'search: visited_at: must be between 1970 and 9999'],
  [{ ...search, title: 'x'.repeat(51) }, 'search: title: must be at most 50 characters'],
  [{ ...entry, signal_id: 'sig_2' }, 'list_entry: id: already belongs to another record'],
];

const { analysedCall, ben, callScore, comment, feedback, listen, organization, theme, uuid } = conversation;
const call = { ...conversation.call, id: uuid('other'), external_id: null, participants: [], segments: null };
const host = analysedCall.participants[0]?.id;
const unknownId = uuid('unknown');
const noUser = `there is no convo_user with the id "${unknownId}"`;
const second = { ...organization, id: uuid('second'), name: 'Second', created_at: '2026-02-01' };

const badConversationLines: BadLine[] = [
  [{ ...comment, id: '' }, 'comment: id: must be a UUID'],
  [{ ...call, status: 'done' }, 'activity: status: must be one of in-progress, completed, received, sent, delivered'],
  [{ ...call, title: 'x'.repeat(251) }, 'activity: title: must be at most 250 characters'],
  [{ ...call, language: 'English' }, 'activity: language: must be a locale such as en_GB'],
  [{ ...call, started_at: undefined }, 'activity: started_at: is required'],
  [{ ...call, transcript: [] }, 'activity: transcript: is not known'],
  [{ ...call, processing: { state: 'queued' } }, 'activity: processing.state: must be one of done, failed'],
  [
    { ...call, segments: [{ start_ms: 5, end_ms: 4, text: 'No.' }] },
    'activity: segments.0.end_ms: must not be before start_ms',
  ],
  [{ ...call, segments: [{ start_ms: -1, text: 'No.' }] }, 'activity: segments.0.start_ms: must not be negative'],
  [
    { ...call, segments: [{ start_ms: 0, text: 'a\u0000b' }] },
    'activity: segments.0.text: must be well-formed text without U+0000',
  ],
  [
    { ...call, participants: [{ id: unknownId }, { id: unknownId }] },
    'activity: participants.1.id: occurs more than once in the list',
  ],
  [
    { ...call, participants: [{ id: unknownId }, { id: host }] },
    'activity: participants: an id already belongs to a participant of another activity',
  ],
  [
    { ...call, segments: [{ participant_id: host, start_ms: 0, text: 'Hello.' }] },
    `activity: participant_id: there is no participant of this activity with the id "${host}"`,
  ],
  [
    { ...call, action_items: [{ text: 'Do it.', assignee_id: unknownId }] },
    `activity: assignee_id: there is no participant of this activity with the id "${unknownId}"`,
  ],
  [{ ...call, host_user_id: unknownId }, `activity: host_user_id: ${noUser}`],
  [{ ...call, participants: [{ id: unknownId, user_id: unknownId }] }, `activity: user_id: ${noUser}`],
  [{ ...call, external_id: 'ext-1' }, 'activity: external_id: already belongs to another activity of this host'],
  [{ ...comment, activity_id: unknownId }, `comment: activity_id: there is no activity with the id "${unknownId}"`],
  [{ ...listen, user_id: unknownId }, `listen: user_id: ${noUser}`],
  [{ ...feedback, coach_id: unknownId, coachee_id: unknownId }, `coaching_feedback: coach_id: ${noUser}`],
  [{ ...callScore, score: 'high' }, 'call_score: score: must be a number'],
  [
    { ...ben, organization_id: unknownId },
    `convo_user: organization_id: there is no organization with the id "${unknownId}"`,
  ],
  [
    { ...callScore, organization_id: second.id },
    'call_score: organization_id: differs from the organization of a referenced record',
  ],
  [{ ...theme, id: uuid('theme 2') }, 'theme: id: already belongs to another record'],
  [
    {
      ...theme,
      topics: [{ id: unknownId, name: 'A', triggers: [1, 2].map(() => ({ id: unknownId, keyword: 'a' })) }],
    },
    'theme: topics.0.triggers.1.id: occurs more than once in the list',
  ],
];

const tables = [
  'talent_signals',
  'talent_users',
  'talent_lists',
  'talent_list_entries',
  'talent_searches',
  'talent_companies',
  'talent_cities',
  'convo_users',
  'convo_themes',
  'convo_activities',
  'convo_participants',
  'convo_segments',
  'convo_action_items',
  'convo_comments',
  'convo_listens',
  'convo_call_scores',
  'convo_coaching_feedback',
] as const;

describeEmbedded('bad lines of an import', ({ db }) => {
  const lab = openForSuite(() => openImportLab(db));

  const rows = (table: (typeof tables)[number]) =>
    db
      .selectFrom(table)
      .selectAll()
      .orderBy(sql`1, 2`)
      .execute();

  it.each([
    {
      service: 'talent',
      bad: badTalentLines,
      base: [...talent.everything.slice(0, 7), { ...signal, id: 'sig_2' }],
      // Without a city, whose count of signals would change.
      good: (index: number) => ({ ...signal, id: `sig_good_${index}`, city: null }),
      nouns: 'signals',
      table: 'talent_signals',
    },
    {
      service: 'conversation',
      bad: badConversationLines,
      base: [organization, second, conversation.ada, ben, theme, analysedCall],
      good: (index: number) => ({ ...ben, id: uuid(`good ${index}`) }),
      nouns: 'conversation users',
      table: 'convo_users',
    },
  ] as const)('are reported, and the $service records between them imported', async ({ bad, base, good, ...rest }) => {
    await lab.write('base.ndjson', ndjson(...base));
    expect((await lab.run(['base.ndjson'])).faults).toEqual([]);
    const before = await Promise.all(tables.map(rows));
    const lines = bad.flatMap(([line], index) => [
      typeof line === 'string' ? line : JSON.stringify(line),
      JSON.stringify(good(index)),
    ]);
    await lab.write('bad.ndjson', lines.join('\n'));

    const outcome = await lab.run(['bad.ndjson']);
    const faults = bad.flatMap(([, fault], index) =>
      fault.split(/; (?=\w+: )/).map((each, at) => {
        const kind = at === 0 ? '' : `${fault.split(': ')[0]}: `;
        return `bad.ndjson:${2 * index + 1}: ${kind}${each}`;
      }),
    );
    expect(outcome.faults).toEqual(faults);
    expect(outcome.results).toEqual([
      `bad.ndjson: ${lines.length} records read: ${bad.length} new ${rest.nouns}; ${bad.length} bad lines`,
    ]);
    expect(outcome.failed).toBe(true);
    const isGood = (row: object) => 'id' in row && bad.some((_, index) => row.id === good(index).id);
    const after = await Promise.all(tables.map(rows));
    expect(after.map((all) => all.filter((row) => !isGood(row)))).toEqual(before);
    expect(after[tables.indexOf(rest.table)]?.filter(isGood)).toHaveLength(bad.length);
  });
});
