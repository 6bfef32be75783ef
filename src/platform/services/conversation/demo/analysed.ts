import { dayInMs } from '../../talent/demo/calendar.ts';
import { analyse } from '../analysis/analyse.ts';
import type { ActionItem, Question, TopicMatch } from '../analysis/conversation.ts';
import { randomOf } from './chance.ts';
import type { DemoActivity } from './conversations.ts';
import { demoThemes } from './themes.ts';

/** An activity as the service would have it after its processing. */
export type AnalysedActivity = DemoActivity & {
  number: number;
  guest: string;
  summary: string | null;
  action_items: ActionItem[];
  questions: Question[];
  topic_matches: TopicMatch[];
  score: number | null;
};

const doneAfterMs = 7 * dayInMs;
const donePercent = 80;

/** Runs the analysis that recordings go through; a text message is no conversation to summarise. */
export async function analysed(
  activity: DemoActivity,
  { number, guest, now }: { number: number; guest: string; now: Date },
): Promise<AnalysedActivity> {
  const random = randomOf(20_000 + number);
  const isOld = now.getTime() - new Date(activity.started_at).getTime() > doneAfterMs;
  const { summary, actionItems, questions, topicMatches, score } = await analyse({
    segments: activity.segments,
    participants: activity.participants.map(({ id, name }) => ({ id, name: name ?? null })),
    themes: demoThemes,
    language: activity.language ?? null,
  });
  return {
    ...activity,
    number,
    guest,
    summary: activity.type === 'sms' || summary === '' ? null : summary,
    action_items: actionItems.map((item) => ({ ...item, is_completed: isOld && random.chance(donePercent) })),
    questions,
    topic_matches: topicMatches,
    score,
  };
}
