import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { EventCause } from '../../../../../src/platform/services/conversation/events/event-payloads.ts';
import { storeCoachingFeedback } from '../../../../../src/platform/services/conversation/store/store-team-records.ts';
import { eventPayload } from '../../../../../src/tools/conversation/webhook.ts';
import { recordStatements } from '../../../../support/database/statement-recorder.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { conversationCallers } from '../conversation-caller.ts';
import { acme, ada, ben, now, uuid, zenith } from '../conversation-records.ts';
import { openEventsLab, processed } from './events-lab.ts';

const call = uuid('activity call');
const feedbackId = uuid('feedback');
const occurredAt = new Date('2026-03-02T11:59:00.123Z');

const causes: EventCause[] = [
  { trigger: 'conversation_processed', activityId: call, occurredAt },
  { trigger: 'coaching_feedback_completed', activityId: call, occurredAt, feedbackId },
  {
    trigger: 'conversation_shared',
    activityId: call,
    occurredAt,
    userId: ada,
    recipients: ['kim@example.org'],
    message: 'See the end.',
  },
  { trigger: 'conversation_exported', activityId: call, occurredAt, userId: ben },
  { trigger: 'conversation_played', activityId: call, occurredAt, userId: ben },
];

/** Replaces values by their type, so that only the structure of a payload is compared. */
function structureOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(structureOf);
  if (typeof value !== 'object' || value === null) return 'value';
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, structureOf(field)]));
}

describeOnDatabases('recording events', (opened, { name }) => {
  const { db } = opened;
  const lab = openEventsLab(opened);

  beforeAll(async () => {
    const participants = [
      { id: uuid('participant'), name: 'Ada Moreau', affiliation: 'internal', user_id: ada },
    ] as const;
    await lab.resetWithActivities({ participants: [...participants], processing: { state: 'done', skipped_cues: 0 } });
    const feedback = { coach_id: ada, coachee_id: ben, score: 4, comment: 'Well done.', activity_id: call };
    await storeCoachingFeedback(db, [
      { ...feedback, id: feedbackId, organization_id: acme, created_at: '2026-03-01T10:00:00Z' },
    ]);
  });
  beforeEach(() => lab.clear());

  it.each(causes)('writes a payload for $trigger with the structure of its sample', async (cause) => {
    await lab.record(cause);

    const [payload] = await lab.payloads();
    const sample = await conversationCallers(db).as(ada).record('webhook_sample_get', { trigger: cause.trigger });
    expect(eventPayload.parse(payload)).toMatchObject({
      type: cause.trigger,
      timestamp: occurredAt,
      data: { activity: { id: call } },
    });
    expect(structureOf(payload)).toEqual(structureOf(sample.payload));
    expect(payload).toMatchObject({
      type: cause.trigger,
      timestamp: '2026-03-02T11:59:00.123Z',
      data: { activity: { id: call, title: 'call', participants: [{ name: 'Ada Moreau' }] } },
    });
  });

  it('includes the records that an event is about', async () => {
    await lab.record(...causes);

    const user = { id: ben, name: 'Ben Okafor', email: 'Ben@acme.example', status: null, role: 'Member' };
    expect(await lab.payloads()).toMatchObject([
      {},
      { data: { feedback: { id: feedbackId, score: 4, comment: 'Well done.', updated_at: null } } },
      { data: { shared_by: { id: ada }, recipients: ['kim@example.org'], message: 'See the end.' } },
      { data: { exported_by: user, crm_integration: 'salesforce' } },
      { data: { played_by: user } },
    ]);
    const [end] = (await lab.log.ends([acme])).values();
    const after = { generation: end?.generation ?? '', position: 0 };
    const events = await lab.log.read(acme, { after, limit: 5 });
    expect(events.map(({ details }) => details)).toMatchObject([
      undefined,
      { feedback: { id: feedbackId, score: 4, comment: 'Well done.' } },
      { shared_by: { id: ada }, recipients: ['kim@example.org'], message: 'See the end.' },
      { exported_by: { id: ben } },
      { played_by: { id: ben } },
    ]);
  });

  it('gives the events of each organization positions without gaps', async () => {
    expect(await lab.record(processed('call'), processed('other'), processed('call'))).toMatchObject([
      { organizationId: acme, position: 1 },
      { organizationId: zenith, position: 1 },
      { organizationId: acme, position: 2 },
    ]);
    expect(await lab.record(processed('call'))).toMatchObject([{ organizationId: acme, position: 3 }]);
  });

  it('adds a delivery for every enabled webhook of the organization and trigger', async () => {
    const first = await lab.webhook('conversation_processed');
    const second = await lab.webhook('conversation_processed', { url: 'https://hooks.example/second' });
    await lab.webhook('conversation_processed', { url: 'https://hooks.example/disabled', isDisabled: true });
    await lab.webhook('conversation_played');
    await lab.webhook('conversation_processed', { organization: zenith });

    const [event] = await lab.record(processed('call'));
    const delivery = { event_id: event?.id, position: 1, state: 'pending', attempts: 0, created_at: now };
    expect((await lab.deliveries()).toSorted((a, b) => (a.webhook_id < b.webhook_id ? -1 : 1))).toMatchObject(
      [first, second].toSorted().map((id) => ({ ...delivery, webhook_id: id })),
    );
  });

  it('runs one statement per table for all events', async () => {
    const recorder = recordStatements(db);
    await recorder.db.transaction().execute((trx) => lab.recordIn(trx, [...causes, ...causes, processed('other')]));
    expect(recorder.take().map((statement) => /(?:from|into) "(\w+)"/.exec(statement.sql)?.[1])).toEqual([
      'convo_activities',
      'convo_participants',
      'convo_users',
      'convo_coaching_feedback',
      'convo_event_streams',
      'convo_events',
      'convo_webhook_deliveries',
    ]);
  });

  it('leaves nothing when the transaction of the cause fails', async () => {
    await lab.webhook('conversation_processed');
    const failing = db.transaction().execute(async (trx) => {
      await lab.recordIn(trx, [processed('call')]);
      throw new Error('the cause failed');
    });

    await expect(failing).rejects.toThrow('the cause failed');
    expect([await lab.events(), await lab.deliveries()]).toEqual([[], []]);
    expect(await lab.record(processed('call'))).toMatchObject([{ position: 1 }]);
  });

  it('records nothing when a record of the payload is missing', async () => {
    await expect(lab.record(processed('call'), processed('missing'))).rejects.toThrow(
      `An event needs the activity ${uuid('activity missing')}, which is not stored`,
    );
    expect(await lab.events()).toEqual([]);
  });

  // An embedded database runs one transaction at a time.
  it.skipIf(name === 'PGlite')('does not fail when a webhook is deleted at the same time', async () => {
    const webhook = await lab.webhook('conversation_processed');
    const isDeleted = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const deleting = db.transaction().execute(async (trx) => {
      await trx.deleteFrom('convo_webhooks').where('id', '=', webhook).execute();
      isDeleted.resolve();
      await commit.promise;
    });
    await isDeleted.promise;
    const recording = lab.record(processed('call'));
    await vi.waitFor(() => lab.expectWaiting());
    commit.resolve();
    await deleting;

    expect(await recording).toMatchObject([{ position: 1, deliveries: 0 }]);
  });
});
