import type { z } from 'zod';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { insertRows } from '../../../database/store-rows.ts';
import type {
  actionItemPayload,
  questionPayload,
  segmentPayload,
  topicMatchPayload,
} from '../../../../tools/conversation/outputs.ts';
import { clearOutputs, inTime, placed } from './output-rows.ts';

export type SegmentRecord = z.input<typeof segmentPayload>;
export type QuestionRecord = z.input<typeof questionPayload>;
export type TopicMatchRecord = z.input<typeof topicMatchPayload>;
export type ActionItemRecord = z.input<typeof actionItemPayload>;

/** What was made of an activity, each part as its tool answers it. */
export interface OutputsRecord {
  activity_id: string;
  segments?: readonly SegmentRecord[] | null | undefined;
  summary?: string | null | undefined;
  action_items?: readonly ActionItemRecord[] | null | undefined;
  questions?: readonly QuestionRecord[] | null | undefined;
  topic_matches?: readonly TopicMatchRecord[] | null | undefined;
}

/**
 * Replaces the outputs of stored activities. A part that is left out stays as it is; an empty one, or null, goes.
 * Segments, questions and topic matches are kept in the order of their times. Participants must be stored before.
 */
export async function storeOutputs(db: Db, activities: readonly OutputsRecord[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    await storeSegments(trx, activities);
    await storeSummaries(trx, activities);
    await storeActionItems(trx, activities);
    await storeQuestions(trx, activities);
    await storeTopicMatches(trx, activities);
  });
}

const given = (activities: readonly OutputsRecord[], part: Exclude<keyof OutputsRecord, 'activity_id'>) =>
  activities.filter((activity) => activity[part] !== undefined).map(({ activity_id: id }) => id);

const speech = ({ participant_id: participantId, start_ms: startMs, end_ms: endMs, text }: SegmentRecord) => ({
  participant_id: participantId ?? null,
  start_ms: startMs,
  end_ms: endMs ?? null,
  text,
});

const place = ['activity_id', 'position'] as const;

async function storeSegments(db: Db, activities: readonly OutputsRecord[]): Promise<void> {
  await clearOutputs(db, 'convo_segments', given(activities, 'segments'));
  const rows = activities.flatMap(({ activity_id: id, segments }) =>
    placed(id, inTime(segments ?? []), (segment) => speech(segment)),
  );
  await insertRows(db, 'convo_segments', { rows, key: place });
}

async function storeSummaries(db: Db, activities: readonly OutputsRecord[]): Promise<void> {
  await clearOutputs(db, 'convo_summaries', given(activities, 'summary'));
  const rows = activities.flatMap(({ activity_id: id, summary }) =>
    summary == null ? [] : [{ activity_id: id, content: summary }],
  );
  await insertRows(db, 'convo_summaries', { rows, key: ['activity_id'] });
}

async function storeActionItems(db: Db, activities: readonly OutputsRecord[]): Promise<void> {
  await clearOutputs(db, 'convo_action_items', given(activities, 'action_items'));
  const rows = activities.flatMap(({ activity_id: id, action_items: items }) =>
    placed(id, items ?? [], (item) => ({
      text: item.text,
      assignee_id: item.assignee_id ?? null,
      start_ms: item.start_ms ?? null,
      is_completed: item.is_completed ?? null,
    })),
  );
  await insertRows(db, 'convo_action_items', { rows, key: place });
}

async function storeQuestions(db: Db, activities: readonly OutputsRecord[]): Promise<void> {
  await clearOutputs(db, 'convo_questions', given(activities, 'questions'));
  const rows = activities.flatMap(({ activity_id: id, questions }) =>
    placed(id, inTime(questions ?? []), (question) => ({
      ...speech(question),
      is_engaging: question.is_engaging ?? null,
      is_insightful: question.is_insightful ?? null,
    })),
  );
  await insertRows(db, 'convo_questions', { rows, key: place });
}

async function storeTopicMatches(db: Db, activities: readonly OutputsRecord[]): Promise<void> {
  await clearOutputs(db, 'convo_topic_matches', given(activities, 'topic_matches'));
  const rows = activities.flatMap(({ activity_id: id, topic_matches: matches }) =>
    placed(id, inTime(matches ?? []), (match) => ({
      ...speech(match),
      theme: match.theme,
      topic: match.topic,
      trigger: match.trigger,
    })),
  );
  await insertRows(db, 'convo_topic_matches', { rows, key: place });
}
