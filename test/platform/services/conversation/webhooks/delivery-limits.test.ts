import type { ServerResponse } from 'node:http';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { openForSuite } from '../../../../support/open-for-suite.ts';
import { zenith } from '../conversation-records.ts';
import { openDeliveryLab } from './delivery-lab.ts';

describeOnDatabases('the limits of deliveries', (opened, { name }) => {
  const { db } = opened;
  const lab = openForSuite(() => openDeliveryLab(opened));

  beforeAll(() => lab.startWorker());
  beforeEach(() => lab.reset());

  it('end with 410, which disables the webhook and its other deliveries', async () => {
    lab.misbehave();
    lab.answers.set('/gone', (response, request) => request.headers['webhook-id'] && response.writeHead(410).end());
    const { id } = await lab.webhook('/gone');
    const { id: other } = await lab.webhook('/ok');
    await lab.record();
    await lab.until(async () => (await lab.stored(id))?.disabled_at !== null);
    expect(await lab.stored(id)).toMatchObject({ disabled_at: lab.clock.now, disabled_reason: 'gone' });
    await lab.record();
    await lab.attempts(other, 2);

    expect(await lab.deliveries(id)).toMatchObject([{ state: 'failed', attempts: 1, last_status: 410 }]);
    expect((await lab.stored(other))?.disabled_at).toBeNull();
    expect(lab.received.filter(({ path }) => path === '/gone')).toHaveLength(1);
    const url = `${lab.server.url}/gone`;
    expect(lab.lines.filter(({ msg }) => msg === 'a webhook was disabled')).toMatchObject([
      { level: 40, webhookId: id, url, reason: 'gone' },
    ]);
  });

  it('fail after sixteen requests in two days', async () => {
    lab.misbehave();
    const { id } = await lab.webhook('/fails');
    await lab.record();
    const delays: number[] = [];
    for (let attempt = 1; attempt < 16; attempt += 1) {
      await lab.attempts(id, attempt);
      const seconds = await lab.skipDelay();
      delays.push(seconds);
      lab.clock.now = new Date(lab.clock.now.getTime() + seconds * 1000);
    }
    await lab.attempts(id, 16);

    expect(lab.received).toHaveLength(16);
    expect(await lab.deliveries(id)).toMatchObject([
      { state: 'failed', attempts: 16, next_attempt_at: null, last_status: 500 },
    ]);
    const days = delays.reduce((sum, seconds) => sum + seconds, 0) / 86_400;
    expect([days > 1.89, days < 2.1]).toEqual([true, true]);
    expect((await lab.stored(id))?.disabled_at).toBeNull();
  });

  it('disable a webhook after five days without success', async () => {
    lab.misbehave();
    const { id } = await lab.webhook('/fails');
    const recordFailing = async (attempts: number) => {
      await lab.record();
      await lab.attempts(id, attempts);
      const retry = db.updateTable('convo_webhook_deliveries').where('state', '=', 'pending');
      await retry.set({ next_attempt_at: new Date(lab.clock.now.getTime() + 6 * 86_400_000) }).execute();
    };
    await recordFailing(1);
    const begun = lab.clock.now.getTime();
    lab.clock.now = new Date(begun + 5 * 86_400_000 - 1);
    await recordFailing(2);
    expect(await lab.stored(id)).toMatchObject({ failing_since: new Date(begun), disabled_at: null });
    lab.clock.now = new Date(begun + 5 * 86_400_000);
    await recordFailing(3);

    expect(await lab.stored(id)).toMatchObject({ disabled_at: lab.clock.now, disabled_reason: 'failing' });
    expect((await lab.deliveries(id)).map(({ state, last_error: error }) => [state, error])).toEqual([
      ['failed', 'The webhook is disabled.'],
      ['failed', 'The webhook is disabled.'],
      ['failed', 'The webhook is disabled.'],
    ]);
    expect(await lab.record()).toHaveLength(1);
    expect(await lab.deliveries(id)).toHaveLength(3);
  });

  it('of a healthy endpoint do not wait for those of a hanging one', async () => {
    const held = new Set<ServerResponse>();
    let maxOpen = 0;
    lab.answers.set('/hangs', (response) => {
      held.add(response);
      maxOpen = Math.max(maxOpen, held.size);
      response.on('close', () => held.delete(response));
    });
    const hanging = await lab.webhook('/hangs');
    await lab.record(300);
    await lab.until(() => held.size > 0);
    const healthy = await lab.webhook('/ok');
    await lab.record();
    await lab.until(() => lab.received.some(({ path }) => path === '/ok'));

    const waiting = (await lab.deliveries(hanging.id)).filter(({ attempts }) => attempts === 0);
    expect(waiting.length).toBeGreaterThan(200);
    expect(maxOpen).toBeLessThanOrEqual(10);
    await lab.attempts(healthy.id, 1);
    // After a few failures, the hanging endpoint gets one request at a time.
    const release = () => {
      for (const response of held) response.destroy();
    };
    await lab.until(async () => {
      release();
      return (await lab.deliveries(hanging.id)).filter(({ attempts }) => attempts > 0).length >= 30;
    });
    maxOpen = 0;
    release();
    await lab.until(() => maxOpen > 0);
    expect(maxOpen).toBe(1);
    await db.deleteFrom('convo_webhooks').execute();
    release();
  });

  it.runIf(name === 'PGlite')('do not let an organization with 2,000 of them delay another', async () => {
    for (let index = 0; index < 50; index += 1) {
      lab.answers.set(`/acme?${index}`, (response) => setTimeout(() => response.end(), 20));
      await lab.webhook(`/acme?${index}`);
    }
    const other = await lab.webhook('/ok', { organization: zenith });
    await lab.record(40);
    await lab.until(() => lab.received.length >= 400);
    await lab.record(1, { organization: zenith });
    await lab.attempts(other.id, 1);

    expect((await lab.counts()).queued).toBeGreaterThan(500);
    await db.deleteFrom('convo_webhooks').execute();
  });
});
