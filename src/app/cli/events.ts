import { validate } from 'uuid';
import { readDatabaseClock } from '../../platform/database/database-clock.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/open-database.ts';
import type { EmitOptions } from './server/command-socket.ts';
import type { EventCause } from '../../platform/services/conversation/events/event-payloads.ts';
import { recordEvents } from '../../platform/services/conversation/events/record-events.ts';
import { type PlatformData, quote, type Report } from './command.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';

type Trigger = EventCause['trigger'];

/** @throws OperatorError if an option is missing, does not belong to the trigger, or names an unsuitable record */
export async function emitEvent(
  { db }: Pick<PlatformData, 'db'>,
  trigger: Trigger,
  options: EmitOptions,
): Promise<Report> {
  rejectUnused(trigger, options);
  const cause = await causeOf(db, trigger, options);
  const now = await readDatabaseClock(db);
  const [recorded] = await inTransaction(db, (trx) => recordEvents(trx, [cause], { now }));
  if (!recorded) throw new Error('The event was not recorded');
  const { activityId, occurredAt } = cause;
  const { id, position, deliveries } = recorded;
  const queued = deliveries === 1 ? '1 delivery is' : `${deliveries} deliveries are`;
  return {
    record: { event: { trigger, activityId, occurredAt: occurredAt.toISOString(), ...recorded } },
    text: `Recorded the event ${id} of ${trigger} at position ${position}. ${queued} queued.`,
  };
}

const optionsByTrigger: Record<Trigger, readonly (keyof EmitOptions)[]> = {
  conversation_processed: [],
  coaching_feedback_completed: ['feedback'],
  conversation_shared: ['user', 'recipient', 'message'],
  conversation_exported: ['user'],
  conversation_played: ['user'],
};

function rejectUnused(trigger: Trigger, options: EmitOptions): void {
  for (const option of ['user', 'recipient', 'message', 'feedback'] as const) {
    if (options[option] !== undefined && !optionsByTrigger[trigger].includes(option)) {
      throw new OperatorError(`--${option} cannot be used with ${trigger}.`);
    }
  }
}

async function causeOf(db: Db, trigger: Trigger, options: EmitOptions): Promise<EventCause> {
  const { id: activityId, organization_id: organizationId } = await requireActivity(db, options.activity);
  const event = { activityId, occurredAt: new Date() };
  const user = () => requireUser(db, { trigger, organizationId, user: options.user });
  switch (trigger) {
    case 'conversation_processed':
      return { ...event, trigger };
    case 'coaching_feedback_completed':
      return { ...event, trigger, feedbackId: await requireFeedback(db, activityId, options.feedback) };
    case 'conversation_shared': {
      const { recipient = [], message = null } = options;
      return { ...event, trigger, userId: await user(), recipients: recipient, message };
    }
    case 'conversation_exported':
    case 'conversation_played':
      return { ...event, trigger, userId: await user() };
  }
}

async function requireActivity(db: Db, id: string) {
  const activity = validate(id)
    ? await db.selectFrom('convo_activities').select(['id', 'organization_id']).where('id', '=', id).executeTakeFirst()
    : undefined;
  if (activity) return activity;
  throw new OperatorError(`--activity: there is no activity with the id ${quote(id)}.`);
}

async function requireUser(
  db: Db,
  { trigger, organizationId, user }: { trigger: Trigger; organizationId: string; user: string | undefined },
): Promise<string> {
  if (user === undefined) {
    throw new OperatorError(
      `--user is required with ${trigger}: the id or email address of a user of the organization.`,
    );
  }
  const found = await db
    .selectFrom('convo_users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where((eb) =>
      validate(user) ? eb('id', '=', user) : eb(eb.fn('lower', ['email']), '=', eb.fn('lower', [eb.val(user)])),
    )
    .limit(2)
    .execute();
  const [only, another] = found;
  if (only && !another) return only.id;
  const fault = another ? 'several users' : 'no user';
  throw new OperatorError(
    `--user: ${fault} of the activity's organization ${another ? 'have' : 'has'} the ${validate(user) ? 'id' : 'email address'} ${quote(user)}.`,
  );
}

async function requireFeedback(db: Db, activityId: string, id: string | undefined): Promise<string> {
  if (id === undefined) {
    throw new OperatorError('--feedback is required with coaching_feedback_completed: the id of coaching feedback.');
  }
  const feedback = validate(id)
    ? await db
        .selectFrom('convo_coaching_feedback')
        .select(['id', 'activity_id'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!feedback) throw new OperatorError(`--feedback: there is no coaching feedback with the id ${quote(id)}.`);
  if (feedback.activity_id === activityId) return feedback.id;
  throw new OperatorError(`--feedback: the coaching feedback ${quote(id)} does not belong to the activity.`);
}
