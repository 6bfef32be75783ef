import pino from 'pino';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  deleteExpiredEvents,
  startEventRetention,
} from '../../../../../src/platform/services/conversation/events/event-retention.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { now, zenith } from '../conversation-records.ts';
import { openEventsLab, processed } from './events-lab.ts';

const dayMs = 86_400_000;

describeOnDatabases('the retention of events', (opened) => {
  const { db } = opened;
  const lab = openEventsLab(opened);

  beforeAll(() => lab.resetWithActivities());
  beforeEach(() => lab.clear());

  /** Records an event for each age in days and milliseconds. */
  async function recordAged(...ages: (readonly [days: number, milliseconds?: number])[]) {
    const recorded = await lab.record(...ages.map(() => processed('call')));
    for (const [index, { id }] of recorded.entries()) {
      const [days = 0, milliseconds = 0] = ages[index] ?? [];
      const createdAt = new Date(now.getTime() - days * dayMs - milliseconds);
      await db.updateTable('convo_events').set({ created_at: createdAt }).where('id', '=', id).execute();
    }
    return recorded;
  }
  const deleteAfter = (days: number) => deleteExpiredEvents(db, new Date(now.getTime() - days * dayMs));
  const positions = async () => (await lab.events()).map(({ position }) => position);

  it('deletes events that are older than the retention, to the millisecond', async () => {
    await recordAged([30, 1], [30], [29], [0]);
    expect(await deleteAfter(30)).toEqual({ events: 1, pendingDeliveries: 0 });
    expect(await positions()).toEqual([2, 3, 4]);
  });

  it('deletes deliveries that have ended with their events', async () => {
    await lab.webhook('conversation_processed');
    await recordAged([31], [1]);
    await db.updateTable('convo_webhook_deliveries').set({ state: 'failed' }).execute();
    expect(await deleteAfter(30)).toEqual({ events: 1, pendingDeliveries: 0 });
    expect(await lab.deliveries()).toHaveLength(1);
  });

  it('stores an event with a pending delivery, and all later ones, three days longer', async () => {
    await recordAged([5]);
    const webhook = await lab.webhook('conversation_processed');
    await recordAged([3.5]);
    await db.deleteFrom('convo_webhook_deliveries').where('webhook_id', '!=', webhook).execute();
    await db.updateTable('convo_webhooks').set({ disabled_at: now }).execute();
    await recordAged([2], [0]);

    expect(await deleteAfter(1)).toEqual({ events: 1, pendingDeliveries: 0 });
    expect(await positions()).toEqual([2, 3, 4]);

    await db.updateTable('convo_webhook_deliveries').set({ state: 'delivered' }).execute();
    expect(await deleteAfter(1)).toEqual({ events: 2, pendingDeliveries: 0 });
    expect(await positions()).toEqual([4]);
  });

  it('reports deliveries that were pending until the end', async () => {
    await lab.webhook('conversation_processed');
    await lab.webhook('conversation_processed', { url: 'https://hooks.example/second' });
    await recordAged([34], [0]);
    expect(await deleteAfter(30)).toEqual({ events: 1, pendingDeliveries: 2 });
    expect(await positions()).toEqual([2]);
  });

  it('leaves no gap when an event was recorded with an earlier time than the one before it', async () => {
    await recordAged([29], [31], [1]);
    await deleteAfter(30);
    expect(await positions()).toEqual([3]);
  });

  it('continues a stream whose events were all deleted', async () => {
    await recordAged([31], [31]);
    await lab.record(processed('other'));
    expect(await deleteAfter(30)).toEqual({ events: 2, pendingDeliveries: 0 });
    expect(await lab.events()).toMatchObject([{ organization_id: zenith, position: 1 }]);
    expect(await lab.record(processed('call'))).toMatchObject([{ position: 3 }]);
  });

  it('deletes at startup, and logs deliveries that were pending until the end', async () => {
    await lab.webhook('conversation_processed');
    await recordAged([33, 1], [31]);
    const lines: unknown[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) });

    await startEventRetention({ db, now: () => now, log, days: 30 })();
    expect(await positions()).toEqual([2]);
    expect(lines).toEqual([{ level: 40, pendingDeliveries: 1, msg: 'events were deleted before they were delivered' }]);
  });
});
