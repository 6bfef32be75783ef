import { beforeAll, describe, expect, it } from 'vitest';
import { demoId } from '../../../../../src/platform/services/conversation/demo/demo-id.ts';
import {
  type ConversationDemoData,
  makeConversationDemoData,
} from '../../../../../src/platform/services/conversation/demo/demo-data.ts';
import { userIdOf } from '../../../../../src/platform/services/conversation/team/user-id.ts';
import { makeDemoData } from '../../../../../src/platform/services/talent/demo/demo-data.ts';

const now = new Date('2026-11-20T12:00:00Z');
const day = 24 * 60 * 60 * 1000;

let data: ConversationDemoData;
beforeAll(async () => {
  data = await makeConversationDemoData({ now });
});

const counted = (values: (string | null | undefined)[]) =>
  Object.fromEntries(
    [...Map.groupBy(values.map(String).toSorted(), (value) => value)].map(([value, all]) => [value, all.length]),
  );
const completed = () => data.activities.filter(({ status }) => status === 'completed');
const timeOf = (value: string | number | null | undefined) => new Date(value ?? Number.NaN).getTime();

describe('conversation demo data', () => {
  it('holds what the documentation promises', () => {
    expect({
      users: data.users.length,
      activities: data.activities.length,
      scores: data.scores.length,
      comments: data.comments.length,
      listens: data.listens.length,
      coachingFeedback: data.coachingFeedback.length,
    }).toEqual({ users: 12, activities: 150, scores: 114, comments: 100, listens: 189, coachingFeedback: 27 });
    expect(data.themes.map(({ name, topics }) => [name, topics.map((topic) => topic.name)])).toEqual([
      ['Commercial', ['Pricing', 'Contract', 'Competition']],
      ['Product', ['Integration', 'Security', 'Adoption']],
      ['Hiring', ['Compensation', 'Availability', 'Fit']],
      ['Fundraising', ['Round', 'Traction', 'Runway']],
    ]);
  });

  it('is the same every time for the same time', async () => {
    expect(await makeConversationDemoData({ now })).toEqual(data);
  });

  it('keeps ids, kinds, hosts and the course of conversations when the time moves on', async () => {
    const lasting = ({ activities }: ConversationDemoData) =>
      activities.map(({ id, type, status, host_user_id: host, segments, provider }) => [
        id,
        type,
        status,
        host,
        segments?.length,
        provider,
      ]);
    for (const later of [now.getTime() + 9 * 60 * 60 * 1000, now.getTime() + 41.3 * day]) {
      const other = await makeConversationDemoData({ now: new Date(later) });
      expect(lasting(other)).toEqual(lasting(data));
      expect(other.users).toEqual(data.users);
      expect(other.themes).toEqual(data.themes);
    }
  });

  it('names activities by number, oldest first, the last ones going on', () => {
    const times = data.activities.map((activity) => timeOf(activity.started_at));
    expect(data.activities.map(({ id }) => id)).toEqual(times.map((_, index) => demoId(`activity ${index + 1}`)));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(data.activities.slice(-5).map(({ status }) => status)).toEqual([
      'completed',
      ...Array.from({ length: 4 }, () => 'in-progress'),
    ]);
    expect(demoId('activity 150')).toBe('3aeeaec8-65a4-58f1-a7a1-efbf9e233ff1');
  });

  it('covers three months of working hours up to now', () => {
    const ages = data.activities.map((activity) => (now.getTime() - timeOf(activity.started_at)) / day);
    expect([Math.floor(Math.max(...ages)), Math.min(...ages) * 24 * 60]).toEqual([88, 5]);
    const planned = data.activities.slice(0, -4).map((activity) => new Date(activity.started_at));
    expect(planned.filter((time) => [0, 6].includes(time.getUTCDay()))).toEqual([]);
    expect(planned.filter((time) => time.getUTCHours() < 8 || time.getUTCHours() >= 17)).toEqual([]);
  });

  it('lets nothing happen after now or before its cause', () => {
    const ends = new Map(data.activities.map((activity) => [activity.id, timeOf(activity.updated_at)]));
    for (const activity of data.activities) {
      const [start, end, update] = [activity.started_at, activity.completed_at, activity.updated_at].map(timeOf);
      expect(update).toBeGreaterThanOrEqual(start ?? Number.NaN);
      expect(update).toBeLessThanOrEqual(now.getTime());
      expect(Number.isNaN(end) ? null : end).toBe(
        activity.duration_ms == null ? null : (start ?? 0) + activity.duration_ms,
      );
    }
    const remarks = [...data.comments, ...data.coachingFeedback, ...data.scores].map((remark) => ({
      activityId: remark.activity_id,
      at: timeOf(remark.created_at),
    }));
    const listens = data.listens.map((listen) => ({ activityId: listen.activity_id, at: timeOf(listen.listened_at) }));
    const wrong = [...remarks, ...listens].filter(
      ({ activityId, at }) => !(at >= (ends.get(activityId ?? '') ?? Number.NaN) && at <= now.getTime()),
    );
    expect(wrong).toEqual([]);
  });

  it('has every type, status, role, affiliation and provider', () => {
    expect(counted(data.activities.map(({ type, status }) => `${type} ${status}`))).toEqual({
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
    expect(counted(data.users.map(({ role }) => role))).toEqual({ Admin: 1, Manager: 2, Member: 8, Owner: 1 });
    expect(counted(data.users.map(({ team_name: team }) => team))).toEqual({
      'Client Partnerships': 7,
      'Founders and Talent': 5,
    });
    expect(counted(data.users.map(({ status }) => status))).toEqual({ active: 11, invited: 1 });
    const participants = data.activities.flatMap((activity) => activity.participants ?? []);
    expect(Object.keys(counted(participants.map(({ affiliation }) => affiliation)))).toEqual([
      'external',
      'internal',
      'unknown',
    ]);
    expect(Object.keys(counted(data.activities.map(({ provider }) => provider)))).toEqual([
      'dialer',
      'google_meet',
      'teams',
      'zoom',
    ]);
  });

  it('has the user whom the development identity stands for, a manager who hosts and coaches', () => {
    const robin = data.users.find(({ id }) => id === userIdOf('demo'));
    expect(robin).toEqual({
      id: userIdOf('demo'),
      name: 'Robin Sample',
      email: 'robin.sample@example.com',
      status: 'active',
      team_name: 'Founders and Talent',
      crm_id: 'CRM-1001',
      role: 'Manager',
    });
    expect(data.activities.filter((activity) => activity.host_user_id === robin?.id)).toHaveLength(24);
    expect(data.coachingFeedback.filter((feedback) => feedback.coach_id === robin?.id)).toHaveLength(14);
  });

  it('calls people of the talent demo after a signal about them, where they work or worked', () => {
    const { signals } = makeDemoData({ now });
    const guests = data.activities.flatMap((activity) => {
      const guest = activity.participants?.find(({ affiliation }) => affiliation === 'external');
      return guest ? [{ name: guest.name, title: activity.title, startedAt: timeOf(activity.started_at) }] : [];
    });
    const strangers = guests.filter(
      ({ name, startedAt }) =>
        !signals.some((signal) => signal.full_name === name && timeOf(signal.discovered_at) < startedAt),
    );
    expect([new Set(guests.map(({ name }) => name)).size, strangers]).toEqual([76, []]);
    const companies = new Set(signals.flatMap(({ experiences }) => (experiences ?? []).map((job) => job.company_name)));
    const named = data.activities.flatMap(
      ({ title }) => /^(?:Radar for|Founder talk with) (.*)$/.exec(title ?? '')?.[1] ?? [],
    );
    expect(named.filter((company) => !companies.has(company))).toEqual([]);
  });

  it('scores completed conversations from 0 to 100, and no messages', () => {
    expect(data.scores.map((score) => score.activity_id)).toEqual(completed().map(({ id }) => id));
    expect(data.scores.filter(({ score }) => !(Number(score) > 40 && Number(score) <= 100))).toEqual([]);
  });
});
