import { beforeEach, expect, it } from 'vitest';
import { ada, analysedCall, ben, call, organization, theme, uuid } from './conversation-lines.ts';
import { describeImport } from './import-suite.ts';

const [host, guest] = call.participants;
const [question, answer, promise] = call.segments;
const spoken = { participant_id: guest?.id, start_ms: 8000, end_ms: 30_000, text: answer?.text };

/** A call with every kind of content. */
const whole = {
  ...analysedCall,
  provider: 'zoom',
  account_id: 'acc-1',
  lead_id: 'lead-1',
  opportunity_id: 'opp-1',
  processing: { state: 'done', failure: null, skipped_cues: 0, warnings: [] },
  questions: [{ ...spoken, is_engaging: true, is_insightful: false }],
  topic_matches: [{ ...spoken, theme: 'Commercial', topic: 'Price', trigger: 'discount' }],
};
const [item] = whole.action_items;
const [asked] = whole.questions;
const [match] = whole.topic_matches;
const { participants: _participants, segments: _segments, ...withoutPeople } = whole;
const { questions: _questions, topic_matches: _matches, action_items: _items, ...withoutSpeech } = withoutPeople;

const changed = <Change extends object>(fields: object, recordOf: (change: object) => Change) =>
  Object.entries(fields).map(([field, value]) => recordOf({ [field]: value }));

/** One change of each kind of content, as fields that replace those of `whole`. */
const changes: object[] = [
  ...[
    { type: 'meeting', status: 'in-progress', title: 'Renamed', language: 'en_US', provider: 'teams' },
    { started_at: '2026-05-04T10:00:01Z', completed_at: '2026-05-04T10:02:00Z', duration_ms: 60_001 },
    { host_user_id: ben.id, external_id: 'ext-2', account_id: 'acc-2', lead_id: 'lead-2', opportunity_id: 'opp-2' },
    { participants: [guest, host], segments: [question, answer], summary: 'They spoke about Porto.' },
    { participants: [host, guest, { id: uuid('third'), name: 'Tess Third' }] },
    { title: null, segments: null, summary: null, action_items: [], questions: null, topic_matches: null },
    { processing: { ...whole.processing, state: 'failed', failure: 'It broke.' } },
  ].flatMap((fields) => changed(fields, (change) => change)),
  ...changed({ skipped_cues: 1, warnings: ['The recording names no speakers.'] }, (change) => ({
    processing: { ...whole.processing, ...change },
  })),
  ...changed(
    { name: 'Gus Other', email: 'gus@client.example', phone: null, affiliation: 'internal', user_id: ben.id },
    (change) => ({ participants: [host, { ...guest, ...change }] }),
  ),
  ...changed({ text: 'No.', start_ms: 30_001, end_ms: 40_001, participant_id: guest?.id }, (change) => ({
    segments: [question, answer, { ...promise, ...change }],
  })),
  ...changed(
    { text: 'Send the offer.', assignee_id: guest?.id, start_ms: null, is_completed: false, due_on: '2026-05-08' },
    (change) => ({ action_items: [{ ...item, ...change }] }),
  ),
  ...changed(
    { text: 'How?', start_ms: 8001, participant_id: host?.id, is_engaging: false, is_insightful: true },
    (change) => ({ questions: [{ ...asked, ...change }] }),
  ),
  ...changed(
    { text: 'A discount.', end_ms: 30_001, theme: 'Money', topic: 'Discount', trigger: 'yearly licence' },
    (change) => ({ topic_matches: [{ ...match, ...change }] }),
  ),
  // JSON omits these fields, so an analysis replaces their values.
  { summary: undefined, action_items: undefined, questions: undefined },
];

/** Copies the record, with new ids. */
const copyFor = (name: number, record: { external_id: string }): object => {
  const ids = new Set<unknown>([call.id, host?.id, guest?.id]);
  const external = { ...record, external_id: `${record.external_id} ${name}` };
  return JSON.parse(JSON.stringify(external), (_key, value) => (ids.has(value) ? uuid(`${name}${value}`) : value));
};

/** The `updated_at` of the records. */
const ofFile = new Date(call.updated_at);
/** The call with an `updated_at` in the future. */
const ahead = { ...whole, updated_at: new Date(Date.now() + 3_600_000).toISOString() };
const afterAhead = (ms: number) => new Date(Date.parse(ahead.updated_at) + ms);
const renamed = { ...whole, title: 'Renamed' };
const laterRenamed = { ...renamed, updated_at: '2026-05-04T10:05:01Z' };
const sameInOtherForms = [
  whole,
  withoutPeople,
  { ...whole, segments: whole.segments.toReversed() },
  { ...whole, updated_at: '2026-05-04T10:04:59Z' },
  { ...whole, updated_at: undefined },
];
const porto = { ...ahead, summary: 'They spoke about Porto.' };

describeImport('the update time of an activity that is imported again', (suite) => {
  const { db, rows } = suite;
  const importLines = async (...lines: object[]) => {
    expect((await suite.importLines(...lines)).faults).toEqual([]);
  };
  const times = () => db.selectFrom('convo_activities').select(['id', 'title', 'updated_at']).orderBy('id').execute();
  /** Imports lines. Returns a function that tests whether a time lies within the import. */
  const importNow = async (...lines: object[]) => {
    const [before, , after] = [new Date(), await importLines(...lines), new Date()];
    return (time: Date) => time >= before && time <= after;
  };
  beforeEach(() => importLines(organization, ada, ben));

  it('is the time of an import that changes the content', async () => {
    await importLines(...changes.map((_, index) => copyFor(index, whole)));
    const first = (await times()).map(({ updated_at: time }) => time);
    expect(first).toEqual(changes.map(() => ofFile));

    const second = changes.map((change, index) => copyFor(index, { ...whole, ...change }));
    const isNow = await importNow(...second);
    const stamped = await times();
    const ids = new Set(stamped.filter(({ updated_at: time }) => isNow(time)).map(({ id }) => id));
    expect(changes.filter((_, index) => !ids.has(uuid(`${index}${call.id}`)))).toEqual([]);

    // The changed content is now the stored one, so the same file changes nothing.
    await importLines(...second);
    expect(await times()).toEqual(stamped);
  });

  it('is the time of an import that removes a speaker whose segments stay stored', async () => {
    await importLines(whole);
    const isNow = await importNow({ ...withoutSpeech, participants: [host] });
    expect((await times()).map(({ updated_at: time }) => isNow(time))).toEqual([true]);
    const segments = await rows('convo_segments', 'position');
    expect(segments.map((segment) => segment['participant_id'])).toEqual([host?.id, null, host?.id]);
  });

  // A number in `updatedAt` is the index of the import whose time is expected.
  it.each<[rule: string, imports: object[], updatedAt: Date | number]>([
    ['stays the same with the same content, in other forms too', [whole, ...sameInOtherForms], ofFile],
    ['stays the same with the same content that is analysed on import', [theme, call, call], ofFile],
    ['stays the same if imported topic matches are analysed', [{ ...call, topic_matches: [] }, call], ofFile],
    ['is that of the file if it is later than the stored one', [whole, laterRenamed], new Date('2026-05-04T10:05:01Z')],
    [
      'is that of the file if it is later, even with the same content',
      [whole, laterRenamed, { ...laterRenamed, updated_at: '2026-05-04T10:05:02Z' }],
      new Date('2026-05-04T10:05:02Z'),
    ],
    ['is later than the stored one, even if that is in the future', [ahead, porto], afterAhead(1)],
    ['never returns to an earlier value with the earlier content', [ahead, porto, ahead], afterAhead(2)],
    ['is the time of the import of changed content', [whole, renamed], 1],
    ['is the time of the import when the earlier content is imported again', [whole, renamed, whole], 2],
    // The last import repeats the call with its earlier `updated_at`.
    ['is the time of the import of themes that change topic matches', [call, theme, theme, call], 1],
  ])('%s', async (_rule, imports, expected) => {
    const isOf: ((time: Date) => boolean)[] = [];
    for (const record of imports) isOf.push(await importNow(record));
    const [stored] = await times();
    const at = isOf.findIndex((isOfImport) => stored && isOfImport(stored.updated_at));
    expect(at === -1 ? stored?.updated_at : at).toEqual(expected);
  });

  it('is the same for activities that other lines of the import change', async () => {
    const other = { ...call, id: uuid('other'), external_id: null, participants: [], segments: [] };
    await importLines(whole, other);
    const isNow = await importNow({ ...other, title: 'Renamed' }, whole);
    const updates = (await times()).map(({ title, updated_at: time }) => [title, isNow(time) ? 'now' : time]);
    expect(Object.fromEntries(updates)).toEqual({ Renamed: 'now', [whole.title]: ofFile });
  });
});
