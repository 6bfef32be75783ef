import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { openForSuite } from '../../../../support/open-for-suite.ts';
import { zenith } from '../conversation-records.ts';
import { openDeliveryLab } from './delivery-lab.ts';

describeOnDatabases('deliveries', (opened) => {
  const { db } = opened;
  const lab = openForSuite(() => openDeliveryLab(opened));

  beforeAll(() => lab.startWorker());
  beforeEach(() => lab.reset());

  it('send the stored payload once, with a signature that the library verifies', async () => {
    const { id, secret } = await lab.webhook('/ok');
    const [eventId = ''] = await lab.record();
    await lab.attempts(id, 1);

    const [request, ...others] = lab.received;
    expect(others).toEqual([]);
    const { payload } = await db.selectFrom('convo_events').select('payload').executeTakeFirstOrThrow();
    expect(request?.body).toBe(payload);
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(payload)),
      'user-agent': 'talent-conversation-graph',
      'webhook-id': eventId,
      'webhook-position': '1',
    });
    expect(new Webhook(secret).verify(payload, request?.headers ?? {})).toEqual(JSON.parse(payload));
    expect(() => new Webhook(secret).verify(`${payload} `, request?.headers ?? {})).toThrow('No matching signature');
    expect(await lab.deliveries(id)).toMatchObject([
      {
        event_id: eventId,
        state: 'delivered',
        attempts: 1,
        last_status: 200,
        last_error: null,
        next_attempt_at: null,
        delivered_at: lab.clock.now,
      },
    ]);
    expect(await lab.counts()).toEqual({ queued: 0, active: 0 });
  });

  it('name their position, and the event before that waits for a request to the same address', async () => {
    const other = await lab.webhook('/other');
    const { id } = await lab.webhook('/fails');
    lab.misbehave();
    const ids = await lab.record(3);
    await lab.attempts(id, 3);
    await lab.attempts(other.id, 3);
    const orders = (path: string) =>
      lab.received
        .filter((request) => request.path === path)
        .map(({ headers }) => [headers['webhook-id'], headers['webhook-position'], headers['webhook-after']])
        .toSorted(([, one = ''], [, two = '']) => one.localeCompare(two));
    const [first, second, third] = ids;
    const inOrder = [
      [first, '1', undefined],
      [second, '2', first],
      [third, '3', second],
    ];
    expect(orders('/fails')).toEqual(inOrder);
    expect(orders('/other')).toEqual(inOrder);

    // `webhook-after` names an event after one failed request, not after two or a delivery.
    const [fourth] = await lab.record();
    await lab.until(() => orders('/fails').length === 4 && orders('/other').length === 4);
    expect(orders('/fails').at(-1)).toEqual([fourth, '4', third]);
    expect(orders('/other').at(-1)).toEqual([fourth, '4', undefined]);
    await lab.attempts(id, 4);
    await db.updateTable('convo_webhook_deliveries').set({ attempts: 2 }).where('webhook_id', '=', id).execute();
    const [fifth] = await lab.record();
    await lab.until(() => orders('/fails').length === 5);
    expect(orders('/fails').at(-1)).toEqual([fifth, '5', undefined]);
  });

  it('reach the webhooks of their own organization only', async () => {
    const own = await lab.webhook('/acme');
    const other = await lab.webhook('/zenith', { organization: zenith });
    await lab.record(2);
    await lab.record(1, { organization: zenith });
    await lab.attempts(own.id, 2);
    await lab.attempts(other.id, 1);

    expect(lab.received.map(({ path }) => path).toSorted()).toEqual(['/acme', '/acme', '/zenith']);
    const request = lab.received.find(({ path }) => path === '/zenith');
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ data: { activity: { title: 'of zenith' } } });
    expect(() => new Webhook(own.secret).verify(request?.body ?? '', request?.headers ?? {})).toThrow(
      'No matching signature',
    );
  });

  it.each([
    ['returns an error', '/fails', 500, 'The endpoint returned status 500.', 5000],
    ['redirects', '/moved', 302, 'The endpoint returned status 302.', 5000],
    ['returns no response in time', '/hangs', null, 'No response within 0.1 seconds.', 5000],
    ['resets the connection', '/resets', null, 'The endpoint cannot be reached (ECONNRESET).', 1000],
    ['is limited', '/limited', 429, 'The endpoint returned status 429.', 120_000],
  ])('are repeated by the schedule if the endpoint %s', async (_, path, status, error, minMs) => {
    lab.misbehave();
    if (path === '/hangs') {
      lab.network.timeoutMs = 100;
      lab.answers.set(path, () => (lab.clock.now = new Date(lab.clock.now.getTime() + 5000)));
    }
    const begin = lab.clock.now;
    const { id } = await lab.webhook(path);
    await lab.record();
    await lab.attempts(id, 1);

    const [delivery] = await lab.deliveries(id);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1, last_status: status, last_error: error });
    const delayMs = (delivery?.next_attempt_at?.getTime() ?? 0) - lab.clock.now.getTime();
    expect([delayMs >= minMs, delayMs <= minMs * 1.1]).toEqual([true, true]);
    expect(Math.abs((await lab.skipDelay()) * 1000 - delayMs)).toBeLessThan(1);
    expect((await lab.stored(id))?.failing_since).toEqual(begin);
    expect(lab.received.map((request) => request.path)).not.toContain('/ok');
  });

  it('repeat the same body with the same id until they succeed', async () => {
    lab.misbehave();
    const { id, secret } = await lab.webhook('/fails');
    await lab.record();
    await lab.attempts(id, 1);
    lab.answers.clear();
    await lab.skipDelay();
    await lab.attempts(id, 2);

    const [first, second] = lab.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(new Webhook(secret).verify(second?.body ?? '', second?.headers ?? {})).toBeDefined();
    expect(await lab.deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 2, last_error: null }]);
    expect((await lab.stored(id))?.failing_since).toBeNull();
  });

  it('succeed whatever the content of the response is', async () => {
    lab.misbehave();
    for (const path of ['/endless', '/no-content', '/silent-body']) {
      const { id } = await lab.webhook(path);
      await lab.record();
      await lab.attempts(id, 1);
      expect(await lab.deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
      await db.deleteFrom('convo_webhooks').execute();
    }
  });

  it('of a deleted webhook end without a request', async () => {
    lab.misbehave();
    const { id } = await lab.webhook('/fails');
    await lab.record();
    await lab.attempts(id, 1);
    await db.deleteFrom('convo_webhooks').execute();
    // The next delivery starts when the retry of the deleted webhook would be due.
    lab.clock.now = new Date(lab.clock.now.getTime() + 86_400_000);
    const other = await lab.webhook('/ok');
    await lab.record();
    await lab.attempts(other.id, 1);

    expect(await lab.counts()).toEqual({ queued: 0, active: 0 });
    expect(lab.received.map(({ path }) => path)).toEqual(['/fails', '/ok']);
  });
});
