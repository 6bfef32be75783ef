import { beforeEach, expect, it } from 'vitest';
import { storeActivities } from '../../../../../src/platform/services/conversation/store/store-activities.ts';
import {
  storeCoachingFeedback,
  storeComments,
  storeListens,
  storeScores,
} from '../../../../../src/platform/services/conversation/store/store-team-records.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { conversationCallers } from '../conversation-caller.ts';
import { acme, activity, ada, ben, resetTeams, uuid, zenith, zoe } from '../conversation-records.ts';

const february = { fromDate: '2026-02-01 00:00:00', toDate: '2026-03-01 00:00:00' };
const ours = uuid('activity ours');
const theirs = uuid('activity theirs');

/** The first and last moments of February, and the moments just outside of it. */
const times = [
  '2026-01-31T23:59:59.999Z',
  '2026-02-01T00:00:00.000Z',
  '2026-02-28T23:59:59.999Z',
  '2026-03-01T00:00:00.000Z',
];

const lists = ['automated_call_scoring_list', 'coaching_feedback_list', 'comments_list', 'listens_list'] as const;

describeOnDatabases('the record lists of a team', ({ db }) => {
  const { as } = conversationCallers(db);
  beforeEach(async () => {
    await resetTeams(db);
    await storeActivities(db, [activity('ours'), activity('theirs', { organization_id: zenith, host_user_id: zoe })]);
  });

  /** Stores a record of every kind at each time, alternately by Ada and Ben, and one of another organization. */
  async function storeRecords(): Promise<void> {
    const records = [
      ...times.map((time, index) => ({ time, organization: acme, of: ours, by: index % 2 ? ben : ada })),
      { time: '2026-02-15T00:00:00.000Z', organization: zenith, of: theirs, by: zoe },
    ].map(({ time, organization, of, by }) => ({
      id: uuid(`${organization} ${time}`),
      organization_id: organization,
      activity_id: of,
      user_id: by,
      created_at: time,
      listened_at: time,
    }));
    await storeScores(db, records);
    await storeComments(db, records);
    await storeListens(db, records);
    await storeCoachingFeedback(
      db,
      records.map((record) => ({ ...record, coach_id: record.user_id, coachee_id: record.user_id })),
    );
  }

  const timesOf = (items: ({ createdAt: Date | null } | { listenedAt: Date })[]) =>
    items.map((item) => ('createdAt' in item ? item.createdAt : item.listenedAt)?.toISOString());

  it.each(lists)('%s returns the records of the organization in a half-open range, latest first', async (tool) => {
    await storeRecords();
    expect(timesOf((await as(ada).record(tool, february)).items)).toEqual([times[2], times[1]]);
    expect(timesOf((await as(zoe).record(tool, february)).items)).toEqual(['2026-02-15T00:00:00.000Z']);
    expect(timesOf((await as(ada).record(tool, { ...february, toDate: '2026-02-01 00:00:01' })).items)).toEqual([
      times[1],
    ]);
  });

  it.each(['automated_call_scoring_list', 'comments_list'] as const)(
    '%s returns all records without a range',
    async (tool) => {
      await storeRecords();
      expect(timesOf((await as(ada).record(tool, {})).items)).toEqual(times.toReversed());
      expect(timesOf((await as(ada).record(tool, { fromDate: february.fromDate })).items)).toEqual(
        times.slice(1).toReversed(),
      );
      expect(timesOf((await as(ada).record(tool, { toDate: february.toDate })).items)).toEqual(
        times.slice(0, 3).toReversed(),
      );
    },
  );

  it.each(['automated_call_scoring_list', 'comments_list', 'listens_list'] as const)(
    '%s returns the records of one user',
    async (tool) => {
      await storeRecords();
      expect(timesOf((await as(ada).record(tool, { ...february, userId: ada })).items)).toEqual([times[2]]);
      expect(timesOf((await as(ada).record(tool, { ...february, userId: ben })).items)).toEqual([times[1]]);
      expect((await as(ada).record(tool, { ...february, userId: zoe })).items).toEqual([]);
      expect((await as(ada).record(tool, { ...february, userId: uuid('nobody') })).items).toEqual([]);
      expect((await as(ada).refusal(tool, { ...february, userId: 'ada' })).issues).toEqual([
        { path: ['userId'], message: 'must be a UUID' },
      ]);
    },
  );

  it('coaching_feedback_list returns the feedback from a coach, for a coachee, or both', async () => {
    const feedback = [
      ['by ada for ben', ada, ben],
      ['by ben for ada', ben, ada],
      ['by ada for ada', ada, ada],
    ] as const;
    await storeCoachingFeedback(
      db,
      feedback.map(([comment, coach, coachee], index) => ({
        id: uuid(comment),
        organization_id: acme,
        comment,
        coach_id: coach,
        coachee_id: coachee,
        created_at: `2026-02-0${index + 1}T00:00:00Z`,
      })),
    );
    const comments = async (filter: { coachId?: string; coacheeId?: string }) =>
      (await as(ben).record('coaching_feedback_list', { ...february, ...filter })).items.map(({ comment }) => comment);

    expect(await comments({ coachId: ada })).toEqual(['by ada for ada', 'by ada for ben']);
    expect(await comments({ coacheeId: ada })).toEqual(['by ada for ada', 'by ben for ada']);
    expect(await comments({ coachId: ada, coacheeId: ben })).toEqual(['by ada for ben']);
    expect(await comments({ coachId: zoe })).toEqual([]);
    expect(
      (await as(ada).refusal('coaching_feedback_list', { ...february, coachId: 'x', coacheeId: 'y' })).issues,
    ).toEqual([
      { path: ['coacheeId'], message: 'must be a UUID' },
      { path: ['coachId'], message: 'must be a UUID' },
    ]);
  });

  it.each(lists)('%s rejects reversed and future dates', async (tool) => {
    expect(await as(ada).refusal(tool, { fromDate: february.toDate, toDate: february.fromDate })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'fromDate must be before toDate',
      issues: [{ path: ['fromDate'], message: 'must be before toDate' }],
    });
    expect(await as(ada).refusal(tool, { ...february, toDate: '2026-03-02 12:10:01' })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'toDate must not be in the future',
      issues: [{ path: ['toDate'], message: 'must not be in the future' }],
    });
    expect((await as(ada).record(tool, { ...february, toDate: '2026-03-02 12:00:00' })).items).toEqual([]);
  });

  it('returns empty lists to a team without records', async () => {
    for (const tool of lists) expect(await as(ada).payload(tool, february)).toEqual({ items: [] });
  });
});
