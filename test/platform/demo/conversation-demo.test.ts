import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { userIdOf } from '../../../src/platform/services/conversation/store/store-users.ts';
import { analyseDemo, demoFile } from './analyse-demo.ts';
import { conversationDemo, counted, dayMs, distinct, now, talentDemo, timeOf } from './demo-lab.ts';
import { timeLimit } from '../../support/time-limit.ts';

const { users, themes, activities, comments, listens, scores, feedback } = await conversationDemo();
const completed = activities.filter(({ status }) => status === 'completed');

const outputs = activities.flatMap((activity) =>
  (['segments', 'questions', 'topic_matches'] as const).flatMap((part) =>
    (activity[part] ?? []).map((output) => ({ output, activity })),
  ),
);

describe('conversation demo data', () => {
  it('has 150 activities of twelve users, with scores, comments, listens and feedback', () => {
    const counts = [users, activities, completed, scores, comments, listens, feedback].map(({ length }) => length);
    expect(counts).toEqual([12, 150, 114, 114, 100, 189, 27]);
    expect(themes.map(({ name, topics }) => [name, topics?.map((topic) => topic.name)])).toEqual([
      ['Commercial', ['Pricing', 'Contract', 'Competition']],
      ['Product', ['Integration', 'Security', 'Adoption']],
      ['Hiring', ['Compensation', 'Availability', 'Fit']],
      ['Fundraising', ['Round', 'Traction', 'Runway']],
    ]);
  });

  it('has every type, status, role, affiliation and provider', () => {
    expect(counted(activities.map(({ type, status }) => `${type} ${status}`))).toEqual({
      'call completed': 59,
      'call in-progress': 2,
      'meeting completed': 55,
      'meeting in-progress': 2,
      'sms delivered': 6,
      'sms received': 6,
      'sms sent': 6,
      'voice delivered': 4,
      'voice received': 5,
      'voice sent': 5,
    });
    expect(counted(users.map(({ role }) => role))).toEqual({ Admin: 2, Manager: 1, Member: 8, Owner: 1 });
    const affiliations = activities.flatMap(({ participants }) => participants ?? []).map((one) => one.affiliation);
    expect(distinct(affiliations)).toEqual(['external', 'internal', 'unknown']);
    expect(distinct(activities.map(({ provider }) => provider))).toEqual(['dialer', 'google_meet', 'teams', 'zoom']);
  });

  it('makes the development user an admin, who may generate the API key, and who hosts and coaches', () => {
    const robin = users.find(({ id }) => id === userIdOf('demo'));
    expect([robin?.name, robin?.role]).toEqual(['Robin Sample', 'Admin']);
    expect(activities.filter((activity) => activity.host_user_id === robin?.id).length).toBeGreaterThan(10);
    expect(feedback.filter((one) => one.coach_id === robin?.id).length).toBeGreaterThan(5);
    expect(feedback.filter((one) => one.coach_id === one.coachee_id)).toEqual([]);
  });

  it.each([0, 0.4, 3, 5.9, 41.3])(
    'falls into working hours %d days later, and nothing into the future',
    async (days) => {
      const at = new Date(now.getTime() + days * dayMs);
      const moved = await conversationDemo(at);
      const starts = moved.activities.map((activity) => timeOf(activity.started_at));
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      const ended = moved.activities
        .filter(({ status }) => status !== 'in-progress')
        .map((one) => new Date(one.started_at));
      expect(ended.filter((time) => [0, 6].includes(time.getUTCDay()))).toEqual([]);
      expect(
        ended.filter((time) => time.getTime() % dayMs < 8 * 3_600_000 || time.getTime() % dayMs > 17 * 3_600_000),
      ).toEqual([]);
      const updated = new Map(moved.activities.map((activity) => [activity.id, timeOf(activity.updated_at)]));
      const events = [
        ...moved.activities.map(({ id }) => ({ activity_id: id, at: updated.get(id) })),
        ...[...moved.comments, ...moved.feedback, ...moved.scores].map((one) => ({
          ...one,
          at: timeOf(one.created_at),
        })),
        ...moved.listens.map((one) => ({ ...one, at: timeOf(one.listened_at) })),
      ];
      const wrong = events.filter(
        (one) => !(Number(one.at) >= Number(updated.get(one.activity_id ?? '')) && Number(one.at) <= at.getTime()),
      );
      expect(wrong).toEqual([]);
    },
  );

  it('ends each conversation after its duration', () => {
    for (const activity of activities) {
      const end = activity.completed_at == null ? null : timeOf(activity.completed_at);
      expect(end).toBe(activity.duration_ms == null ? null : timeOf(activity.started_at) + activity.duration_ms);
    }
  });

  it('names speakers and assignees among the participants', () => {
    const ids = new Map(activities.map(({ id, participants }) => [id, new Set(participants?.map((one) => one.id))]));
    expect(outputs.filter(({ output, activity }) => !ids.get(activity.id)?.has(output.participant_id ?? ''))).toEqual(
      [],
    );
    const strangers = activities.filter(({ id, action_items: items }) =>
      items?.some((item) => item.assignee_id != null && !ids.get(id)?.has(item.assignee_id)),
    );
    expect(strangers).toEqual([]);
  });

  it('has speakers who talk one after the other at a natural pace', () => {
    for (const { segments, status, duration_ms: durationMs } of activities) {
      for (const [index, segment] of (segments ?? []).entries()) {
        expect(segment.start_ms).toBeGreaterThanOrEqual(segments?.[index - 1]?.end_ms ?? 0);
      }
      if (status !== 'completed') continue;
      const words = (segments ?? []).flatMap(({ text }) => text.split(' ')).length;
      const wordsPerMinute = words / ((durationMs ?? 0) / 60_000);
      expect(wordsPerMinute > 110 && wordsPerMinute < 180).toBe(true);
      expect(segments?.length).toBeGreaterThanOrEqual(20);
    }
  });

  it('mentions every trigger', () => {
    const spoken = counted(
      activities.flatMap((activity) => activity.topic_matches ?? []).map(({ trigger }) => trigger),
    );
    const keywords = themes.flatMap(({ topics }) => topics ?? []).flatMap(({ triggers }) => triggers ?? []);
    expect(keywords).toHaveLength(37);
    expect(keywords.filter(({ keyword }) => (spoken[keyword] ?? 0) < 3)).toEqual([]);
  });

  it('has a summary, questions and action items in each conversation, with most of the old items completed', () => {
    expect(completed.filter(({ summary, questions }) => !summary || (questions ?? []).length < 2)).toEqual([]);
    const items = activities.map((activity) => activity.action_items ?? []);
    const done = (some: typeof items) => some.flat().filter((item) => item.is_completed === true).length;
    const [old, recent] = [items.slice(0, 130), items.slice(140)];
    expect([done(old) / old.flat().length > 0.7, done(recent)]).toEqual([true, 0]);
    expect(completed.filter((activity) => (activity.action_items ?? []).length === 0)).toEqual([]);
  });

  it('has action items with due days, none before the day of the conversation', () => {
    const dated = activities.flatMap(({ started_at: startedAt, action_items: items }) =>
      (items ?? []).flatMap(({ due_on: dueOn }) => (dueOn ? [{ dueOn, day: String(startedAt).slice(0, 10) }] : [])),
    );
    expect(dated.length).toBeGreaterThan(100);
    expect(dated.filter(({ dueOn, day }) => dueOn < day)).toEqual([]);
  });

  it('consists of whole sentences that do not repeat within a conversation', () => {
    const texts = [
      ...activities.flatMap(({ segments, summary }) => [...(segments ?? []).map(({ text }) => text), summary ?? '']),
      ...comments.map(({ text }) => String(text)),
      ...feedback.map(({ comment }) => String(comment)),
    ];
    expect(texts.filter((text) => /[{}|~=#]|undefined|null|NaN| {2}|\.\.|,,|^\s|\s$/.test(text))).toEqual([]);
    for (const { segments } of activities) {
      const long = (segments ?? []).map(({ text }) => text).filter((text) => text.split(' ').length > 8);
      expect(new Set(long).size).toBe(long.length);
    }
  });

  it('has conversations with people after a signal about them', async () => {
    const { signals } = await talentDemo();
    const guests = activities.flatMap(({ participants, started_at: startedAt }) => {
      const guest = participants?.find(({ affiliation }) => affiliation === 'external');
      return guest ? [{ name: guest.name, at: timeOf(startedAt) }] : [];
    });
    const strangers = guests.filter(
      ({ name, at }) => !signals.some((one) => one.full_name === name && timeOf(one.discovered_at) < at),
    );
    expect([distinct(guests.map(({ name }) => name)).length > 60, strangers]).toEqual([true, []]);
  });

  it(
    'contains exactly what the analysis finds, so that a first start analyses nothing',
    { timeout: timeLimit(120) },
    async () => {
      const text = await readFile(demoFile, 'utf8');
      expect((await analyseDemo(text)).split('\n')).toEqual(text.split('\n'));
      const analysed = activities.filter(({ segments }) => segments && segments.length > 0);
      expect(analysed).toHaveLength(146);
    },
  );
});
