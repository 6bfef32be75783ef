import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { expect } from 'vitest';
import type { OpenedDatabase } from '../../../../../src/platform/database/open-database.ts';
import type { Tables } from '../../../../../src/platform/database/tables/tables.ts';
import type { EventCause } from '../../../../../src/platform/services/conversation/events/event-payloads.ts';
import { createEventLog } from '../../../../../src/platform/services/conversation/events/event-log.ts';
import { recordEvents } from '../../../../../src/platform/services/conversation/events/record-events.ts';
import { storeActivities } from '../../../../../src/platform/services/conversation/store/store-activities.ts';
import type { webhookTriggers } from '../../../../../src/tools/conversation/vocabulary.ts';
import { acme, activity, now, resetTeams, uuid, zenith, zoe } from '../conversation-records.ts';

type Trigger = (typeof webhookTriggers)[keyof typeof webhookTriggers];

/** Records events on a database as tool calls do, without a worker that would send deliveries. */
export function openEventsLab(database: OpenedDatabase) {
  const { db } = database;
  const lab = {
    get log() {
      return createEventLog(database.calls.convo);
    },
    recordIn: (trx: Transaction<Tables>, causes: readonly EventCause[]) =>
      recordEvents(trx, causes, { now: () => now }),
    record: (...causes: EventCause[]) => db.transaction().execute((trx) => lab.recordIn(trx, causes)),
    async webhook(trigger: Trigger, { organization = acme, isDisabled = false, url = 'https://hooks.example/' } = {}) {
      const id = randomUUID();
      const row = { id, organization_id: organization, trigger, url, created_at: now };
      await db
        .insertInto('convo_webhooks')
        .values({ ...row, ...(isDisabled && { disabled_at: now }) })
        .execute();
      return id;
    },
    events: () => db.selectFrom('convo_events').selectAll().orderBy('organization_id').orderBy('position').execute(),
    payloads: async () => (await lab.events()).map(({ payload }): unknown => JSON.parse(payload)),
    deliveries: () => db.selectFrom('convo_webhook_deliveries').selectAll().execute(),
    /** Fails unless a statement waits for a lock of another transaction. */
    async expectWaiting() {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows).toHaveLength(1);
    },
    /** Removes events and webhooks. */
    async clear() {
      for (const table of ['convo_events', 'convo_event_streams', 'convo_webhooks'] as const) {
        await db.deleteFrom(table).execute();
      }
    },
    /** Empties the database, except for two teams. */
    reset: () => resetTeams(db),
    /** Resets the teams and stores an activity of each: `call` of Acme and `other` of Zenith. */
    async resetWithActivities(call: Parameters<typeof activity>[1] = {}) {
      await lab.reset();
      const other = { organization_id: zenith, host_user_id: zoe };
      await storeActivities(db, [activity('call', call), activity('other', other)]);
    },
  };
  return lab;
}

export type EventsLab = Awaited<ReturnType<typeof openEventsLab>>;

export const processed = (name: string): EventCause => ({
  trigger: 'conversation_processed',
  activityId: uuid(`activity ${name}`),
  occurredAt: now,
});
