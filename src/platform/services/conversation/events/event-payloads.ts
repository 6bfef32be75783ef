import { coachingFeedbackFields, userFields } from '../../../../tools/conversation/team.ts';
import type { Db } from '../../../database/open-database.ts';
import { columnsOf, rowToPayload } from '../../../database/record-columns.ts';
import { activityPayloads } from '../store/activity-payloads.ts';

/** A trigger with the ids of the records in its payload. */
export type EventCause = {
  activityId: string;
  occurredAt: Date;
} & (
  | { trigger: 'conversation_processed' }
  | { trigger: 'coaching_feedback_completed'; feedbackId: string }
  | { trigger: 'conversation_shared'; userId: string; recipients: readonly string[]; message: string | null }
  | { trigger: 'conversation_exported'; userId: string }
  | { trigger: 'conversation_played'; userId: string }
);

export interface EventContent {
  cause: EventCause;
  organizationId: string;
  /** JSON in the shape of `webhook_sample_get`. */
  payload: string;
}

/**
 * Returns the events with their payloads, in the order of `causes`. Runs at most one SQL statement per table for all
 * events.
 * @throws Error when a record is missing
 */
export async function eventContents(db: Db, causes: readonly EventCause[]): Promise<EventContent[]> {
  const activityOf = await loadActivities(db, causes);
  const dataOf = await relatedData(db, causes);
  return causes.map((cause) => {
    const { organizationId, activity, crmIntegration } = activityOf(cause.activityId);
    const { trigger, occurredAt } = cause;
    const data = { activity, ...dataOf(cause, crmIntegration) };
    return { cause, organizationId, payload: JSON.stringify({ type: trigger, timestamp: occurredAt, data }) };
  });
}

async function loadActivities(db: Db, causes: readonly EventCause[]) {
  const ids = [...new Set(causes.map(({ activityId }) => activityId))];
  const rows = await db
    .selectFrom('convo_activities as activity')
    .innerJoin('convo_organizations as organization', 'organization.id', 'activity.organization_id')
    .selectAll('activity')
    .select('organization.crm_integration')
    .where('activity.id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute();
  const payloads = await activityPayloads(db, rows);
  const byId = new Map(
    rows.map(({ id, organization_id: organizationId, crm_integration: crmIntegration }, index) => [
      id,
      { organizationId, crmIntegration, activity: payloads[index] },
    ]),
  );
  return (id: string) => requireFrom(byId, id, 'activity');
}

/** Loads the data that a payload contains besides the activity. */
async function relatedData(db: Db, causes: readonly EventCause[]) {
  const users = await loadById(
    causes.flatMap((cause) => ('userId' in cause ? cause.userId : [])),
    (ids) =>
      db
        .selectFrom('convo_users')
        .select(columnsOf(userFields))
        .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
        .execute(),
  );
  const feedback = await loadById(
    causes.flatMap((cause) => ('feedbackId' in cause ? cause.feedbackId : [])),
    (ids) =>
      db
        .selectFrom('convo_coaching_feedback')
        .select(columnsOf(coachingFeedbackFields))
        .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
        .execute(),
  );
  const userOf = ({ userId }: { userId: string }) => requireFrom(users, userId, 'user');
  return (cause: EventCause, crmIntegration: string | null) => {
    switch (cause.trigger) {
      case 'conversation_processed':
        return {};
      case 'coaching_feedback_completed':
        return {
          feedback: rowToPayload(coachingFeedbackFields, requireFrom(feedback, cause.feedbackId, 'coaching feedback')),
        };
      case 'conversation_shared':
        return { shared_by: userOf(cause), recipients: cause.recipients, message: cause.message };
      case 'conversation_exported':
        return { exported_by: userOf(cause), crm_integration: crmIntegration };
      case 'conversation_played':
        return { played_by: userOf(cause) };
    }
  };
}

async function loadById<Row extends { id: string }>(ids: string[], load: (ids: string[]) => Promise<Row[]>) {
  const rows = ids.length === 0 ? [] : await load([...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

function requireFrom<Value>(values: ReadonlyMap<string, Value>, id: string, noun: string): Value {
  const value = values.get(id);
  if (value === undefined) throw new Error(`An event needs the ${noun} ${id}, which is not stored`);
  return value;
}
