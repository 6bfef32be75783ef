import {
  actionItemFields,
  questionFields,
  segmentFields,
  topicMatchFields,
} from '../../../../tools/conversation/outputs.ts';
import type { SummaryMethod } from '../../../../tools/conversation/vocabulary.ts';
import type { Columns, Fields, ImportedRecord } from '../../../../tools/record-fields.ts';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { toColumns } from '../../../database/record-columns.ts';
import { insertRows } from '../../../database/store-rows.ts';

export type SegmentRecord = ImportedRecord<typeof segmentFields>;
export type QuestionRecord = ImportedRecord<typeof questionFields>;
export type TopicMatchRecord = ImportedRecord<typeof topicMatchFields>;
export type ActionItemRecord = ImportedRecord<typeof actionItemFields>;

export interface OutputsRecord {
  activity_id: string;
  segments?: readonly SegmentRecord[] | null | undefined;
  summary?: string | null | undefined;
  /** How the summary was made; null if unknown. */
  summary_method?: SummaryMethod | null | undefined;
  action_items?: readonly ActionItemRecord[] | null | undefined;
  questions?: readonly QuestionRecord[] | null | undefined;
  topic_matches?: readonly TopicMatchRecord[] | null | undefined;
}

/**
 * Stores outputs of activities. An undefined output leaves the stored output unchanged; null or an empty list deletes
 * it. Segments, questions and topic matches are sorted by time. Participants must be stored first.
 */
export async function storeOutputs(db: Db, activities: readonly OutputsRecord[]): Promise<void> {
  const key = ['activity_id', 'position'] as const;
  const segments = positioned(activities, segmentFields, ({ segments: all }) => inTimeOrder(all ?? []));
  const summaries = activities.flatMap(({ activity_id, summary, summary_method: method = null }) =>
    summary == null ? [] : [{ activity_id, content: summary, method }],
  );
  const actionItems = positioned(activities, actionItemFields, ({ action_items: all }) => all ?? []);
  const questions = positioned(activities, questionFields, ({ questions: all }) => inTimeOrder(all ?? []));
  const matches = positioned(activities, topicMatchFields, ({ topic_matches: all }) => inTimeOrder(all ?? []));
  await inTransaction(db, async (trx) => {
    await deleteReplaced(trx, activities);
    await insertRows(trx, 'convo_segments', { rows: segments, key });
    await insertRows(trx, 'convo_summaries', { rows: summaries, key: ['activity_id'] });
    await insertRows(trx, 'convo_action_items', { rows: actionItems, key });
    await insertRows(trx, 'convo_questions', { rows: questions, key });
    await insertRows(trx, 'convo_topic_matches', { rows: matches, key });
  });
}

/** Adds segments, the first at the position `from`. */
export async function appendSegments(
  db: Db,
  activityId: string,
  { segments, from }: { segments: readonly SegmentRecord[]; from: number },
): Promise<void> {
  const rows = positioned([{ activity_id: activityId }], segmentFields, () => segments);
  await insertRows(db, 'convo_segments', {
    rows: rows.map((row) => ({ ...row, position: row.position + from })),
    key: ['activity_id', 'position'],
  });
}

const outputTables = [
  ['segments', 'convo_segments'],
  ['summary', 'convo_summaries'],
  ['action_items', 'convo_action_items'],
  ['questions', 'convo_questions'],
  ['topic_matches', 'convo_topic_matches'],
] as const;

async function deleteReplaced(db: Db, activities: readonly OutputsRecord[]): Promise<void> {
  for (const [output, table] of outputTables) {
    const replaced = activities.filter((activity) => activity[output] !== undefined);
    if (replaced.length === 0) continue;
    const activityIds = replaced.map(({ activity_id: id }) => id);
    await db
      .deleteFrom(table)
      .where('activity_id', '=', (eb) => eb.fn.any(eb.val(activityIds)))
      .execute();
  }
}

/** Sorts by start. Entries that start at the same time keep their order. */
export const inTimeOrder = <Timed extends { start_ms: number }>(values: readonly Timed[]): Timed[] =>
  values.toSorted((a, b) => a.start_ms - b.start_ms);

const positioned = <Shape extends Fields>(
  activities: readonly OutputsRecord[],
  fields: Shape,
  valuesOf: (activity: OutputsRecord) => readonly ImportedRecord<Shape>[],
): (Columns<Shape> & { activity_id: string; position: number })[] =>
  activities.flatMap((activity) =>
    valuesOf(activity).map((value, position) => ({
      ...toColumns(fields, value),
      activity_id: activity.activity_id,
      position,
    })),
  );
