import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../../../../src/platform/database/open-database.ts';
import { databases } from '../../../../support/database/test-databases.ts';
import { zenith } from '../conversation-records.ts';
import { type DeliveryLab, openDeliveryLab } from './delivery-lab.ts';

describe.each(databases())('deliveries on $name', ({ open }) => {
  let opened: OpenDatabase;
  let lab: DeliveryLab;

  beforeAll(async () => {
    opened = await open();
    lab = await openDeliveryLab(opened);
    await lab.startWorker();
  });
  beforeEach(() => lab.reset());
  afterAll(async () => {
    await lab.close();
    await opened.close();
  });

  it('send the stored payload once, with a signature that the library verifies', async () => {
    const { id, secret } = await lab.webhook('/ok');
    const [eventId = ''] = await lab.record();
    await lab.attempts(id, 1);

    const [request, ...others] = lab.received;
    expect(others).toEqual([]);
    const { payload } = await opened.db.selectFrom('convo_events').select('payload').executeTakeFirstOrThrow();
    expect(request?.body).toBe(payload);
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(payload)),
      'user-agent': 'talent-conversation-graph',
      'webhook-id': eventId,
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
    expect(await lab.openJobs()).toBe(0);
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
});
