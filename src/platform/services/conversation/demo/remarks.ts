import { z } from 'zod';
import type { Random } from '../../talent/demo/random.ts';
import type { CoachingFeedbackRecord, CommentRecord, ListenRecord } from '../store/store-team-records.ts';
import type { AnalysedActivity } from './analysed.ts';
import { demoId } from './demo-id.ts';
import { fill } from './facts.ts';
import remarksFile from './remarks.json' with { type: 'json' };
import { managerOf, type TeamMember, teamMembers } from './team.ts';

const texts = z.array(z.string());
const remarks = z
  .object({
    comments: z.object({ question: texts, match: texts, whole: texts }),
    coaching: z.object({ high: texts, middle: texts, low: texts }),
  })
  .parse(remarksFile);

export interface Remarks {
  comments: CommentRecord[];
  listens: ListenRecord[];
  coachingFeedback: CoachingFeedbackRecord[];
}

const hourMs = 60 * 60 * 1000;
const percent = { listened: 70, commented: 45, coached: 32 };

/** Who listened to a conversation afterwards, and what they said about it; nothing of it lies after now. */
export function inventRemarks(random: Random, activity: AnalysedActivity, now: Date): Remarks {
  const host = teamMembers.find(({ id }) => id === activity.host_user_id);
  const from = new Date(activity.updated_at ?? activity.started_at).getTime();
  const at = (latestHours: number) => {
    const latest = Math.min(from + latestHours * hourMs, now.getTime());
    return new Date(from + Math.floor((random.int(0, 1000) / 1000) * (latest - from))).toISOString();
  };
  if (!host) return { comments: [], listens: [], coachingFeedback: [] };
  return {
    listens: random.chance(percent.listened) ? inventListens(random, { activity, host, at }) : [],
    comments: random.chance(percent.commented) ? inventComments(random, { activity, host, at }) : [],
    coachingFeedback: random.chance(percent.coached) ? inventFeedback(random, { activity, host, at }) : [],
  };
}

interface RemarkOptions {
  activity: AnalysedActivity;
  host: TeamMember;
  /** A point in time within so many hours after the conversation. */
  at: (latestHours: number) => string;
}

const colleaguesOf = (host: TeamMember) =>
  teamMembers.filter(({ id, team, status }) => id !== host.id && team === host.team && status === 'active');

function inventListens(random: Random, { activity, host, at }: RemarkOptions): ListenRecord[] {
  return random
    .some([host, ...colleaguesOf(host)], random.int(1, 4))
    .map(({ id }) => ({ activity_id: activity.id, user_id: id, listened_at: at(96) }));
}

function inventComments(random: Random, { activity, host, at }: RemarkOptions): CommentRecord[] {
  return Array.from({ length: random.int(1, 3) }, (_, index) => {
    const { text, atMs } = inventComment(random, activity);
    return {
      id: demoId(`activity ${activity.number} comment ${index + 1}`),
      activity_id: activity.id,
      user_id: random.pick(colleaguesOf(host)).id,
      text,
      at_ms: atMs,
      created_at: at(120),
    };
  });
}

/** On a question, on a topic, or on the whole. */
function inventComment(random: Random, { questions, topic_matches: matches, guest }: AnalysedActivity) {
  const kind = random.weighted([
    [questions.length > 0 ? 40 : 0, 'question'],
    [matches.length > 0 ? 35 : 0, 'match'],
    [25, 'whole'],
  ] as const);
  const template = random.pick(remarks.comments[kind]);
  if (kind === 'question') return { text: fill(template, { guest }), atMs: random.pick(questions).start_ms };
  if (kind === 'whole') return { text: fill(template, { guest }), atMs: null };
  const { trigger, start_ms: atMs } = random.pick(matches);
  return { text: fill(template, { trigger, guest }), atMs };
}

/** Managers coach their team, and the owner coaches managers. Scores are from 1 to 5. */
function inventFeedback(random: Random, { activity, host, at }: RemarkOptions): CoachingFeedbackRecord[] {
  const manager = managerOf(host);
  const coach = manager && manager.id !== host.id ? manager : teamMembers.find(({ role }) => role === 'Owner');
  if (!coach || coach.id === host.id) return [];
  const score = random.weighted([
    [15, 2],
    [35, 3],
    [35, 4],
    [15, 5],
  ] as const);
  const level = score >= 4 ? 'high' : score === 3 ? 'middle' : 'low';
  const createdAt = at(72);
  return [
    {
      id: demoId(`activity ${activity.number} feedback`),
      activity_id: activity.id,
      coach_id: coach.id,
      coachee_id: host.id,
      score,
      comment: fill(random.pick(remarks.coaching[level]), { guest: activity.guest }),
      created_at: createdAt,
      updated_at: createdAt,
    },
  ];
}
