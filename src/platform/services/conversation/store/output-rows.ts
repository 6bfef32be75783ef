import type { Db } from '../../../database/open-database.ts';

export type OutputTable =
  | 'convo_segments'
  | 'convo_summaries'
  | 'convo_action_items'
  | 'convo_questions'
  | 'convo_topic_matches';

export async function clearOutputs(db: Db, table: OutputTable, activityIds: string[]): Promise<void> {
  if (activityIds.length === 0) return;
  await db
    .deleteFrom(table)
    .where('activity_id', '=', (eb) => eb.fn.any(eb.val(activityIds)))
    .execute();
}

/** What was said first comes first; what began at the same time keeps its order. */
export const inTime = <Said extends { start_ms: number }>(said: readonly Said[]): Said[] =>
  said.toSorted((a, b) => a.start_ms - b.start_ms);

/** The rows of one activity, each with its place in the order given. */
export const placed = <Value, Row extends object>(
  activityId: string,
  values: readonly Value[],
  rowOf: (value: Value) => Row,
) => values.map((value, position) => ({ activity_id: activityId, position, ...rowOf(value) }));
