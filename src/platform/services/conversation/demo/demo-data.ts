import { callScoreOf } from '../team/call-score-record.ts';
import type { ActivityRecord } from '../store/store-activities.ts';
import type { ScoreRecord } from '../store/store-team-records.ts';
import type { UserRecord } from '../store/store-users.ts';
import { analysed } from './analysed.ts';
import { randomOf } from './chance.ts';
import { inventActivities } from './activities.ts';
import { inventRemarks, type Remarks } from './remarks.ts';
import { demoOrganization, teamMembers } from './team.ts';
import { demoThemes } from './themes.ts';

export interface ConversationDemoData extends Remarks {
  organization: typeof demoOrganization;
  users: UserRecord[];
  themes: typeof demoThemes;
  activities: ActivityRecord[];
  scores: ScoreRecord[];
}

export interface ConversationDemoOptions {
  /** The last activities go on at this time, the first were about three months earlier. */
  now: Date;
}

/**
 * A conversation service full of invented talk: 150 activities of twelve people with people of the talent demo. The
 * same time gives the same data; ids, kinds and hosts are the same at any time.
 */
export async function makeConversationDemoData({ now }: ConversationDemoOptions): Promise<ConversationDemoData> {
  const data: ConversationDemoData = {
    organization: demoOrganization,
    users: teamMembers.map(({ id, name, email, status, team, role }, index) => ({
      id,
      name,
      email,
      status,
      team_name: team,
      crm_id: `CRM-${1001 + index}`,
      role,
    })),
    themes: demoThemes,
    activities: [],
    scores: [],
    comments: [],
    listens: [],
    coachingFeedback: [],
  };
  for (const { activity, number, guest } of inventActivities(now)) {
    if (activity.segments.length === 0) {
      data.activities.push(activity);
      continue;
    }
    const { score, number: _number, guest: _guest, ...record } = await analysed(activity, { number, guest, now });
    data.activities.push(record);
    if (record.status !== 'completed') continue;
    data.scores.push(...callScoreOf(record, score));
    const remarks = inventRemarks(randomOf(10_000 + number), { ...record, number, guest, score }, now);
    data.comments.push(...remarks.comments);
    data.listens.push(...remarks.listens);
    data.coachingFeedback.push(...remarks.coachingFeedback);
  }
  return data;
}
