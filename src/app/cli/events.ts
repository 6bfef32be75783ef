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
  name: Trigger,
  options: EmitOptions,
): Promise<Report> {
  rejectUnused(name, options);
  const cause = await causeOf(db, name, options);
  const now = await readDatabaseClock(db);
  const [recorded] = await inTransaction(db, (trx) => recordEvents(trx, [cause], { now }));
  if (!recorded) throw new Error('The event was not recorded');
  const { activityId, occurredAt } = cause;
  const { id, position, deliveries } = recorded;
  const queued = deliveries === 1 ? '1 delivery is' : `${deliveries} deliveries are`;
  return {
    record: { event: { trigger: name, activityId, occurredAt: occurredAt.toISOString(), ...recorded } },
    text: `Recorded the event ${id} of ${name} at position ${position}. ${queued} queued.`,
  };
}

const optionsOf: Record<Trigger, readonly (keyof EmitOptions)[]> = {
  conversation_processed: [],
  coaching_feedback_completed: ['feedback'],
  conversation_shared: ['user', 'recipient', 'message'],
  conversation_exported: ['user'],
  conversation_played: ['user'],
};

function rejectUnused(name: Trigger, options: EmitOptions): void {
  for (const option of ['user', 'recipient', 'message', 'feedback'] as const) {
    if (options[option] !== undefined && !optionsOf[name].includes(option)) {
      throw new OperatorError(`--${option} cannot be used with ${name}.`);
    }
  }
}

async function causeOf(db: Db, name: Trigger, options: EmitOptions): Promise<EventCause> {
  const { id: activityId, organization_id: organizationId } = await requireActivity(db, options.activity);
  const event = { activityId, occurredAt: new Date() };
  const user = () => requireUser(db, { name, organizationId, user: options.user });
  switch (name) {
    case 'conversation_processed':
      return { ...event, trigger: name };
    case 'coaching_feedback_completed':
      return { ...event, trigger: name, feedbackId: await requireFeedback(db, activityId, options.feedback) };
    case 'conversation_shared': {
      const { recipient = [], message = null } = options;
      return { ...event, trigger: name, userId: await user(), recipients: recipient, message };
    }
    case 'conversation_exported':
    case 'conversation_played':
      return { ...event, trigger: name, userId: await user() };
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
  { name, organizationId, user }: { name: Trigger; organizationId: string; user: string | undefined },
): Promise<string> {
  if (user === undefined) {
    throw new OperatorError(`--user is required with ${name}: the id or email address of a user of the organization.`);
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
