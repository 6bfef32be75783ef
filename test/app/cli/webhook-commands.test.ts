import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  enableStoredWebhook,
  redeliverEvent,
  rotateStoredSecret,
  showDeliveries,
  showWebhooks,
} from '../../../src/app/cli/webhooks/webhooks.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { uuid, zenith } from '../../platform/services/conversation/conversation-records.ts';
import { openDeliveryLab } from '../../platform/services/conversation/webhooks/delivery-lab.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';
import { useResource } from '../../support/resource.ts';

describe('the commands for webhooks', () => {
  const opened = useResource(openMemoryDatabase);
  const lab = useResource(() => openDeliveryLab(opened));
  const audited: unknown[] = [];

  beforeAll(() => lab.startWorker());
  beforeEach(async () => {
    await lab.reset();
    audited.length = 0;
  });

  const keyOf = (text: string) => Buffer.alloc(32, text).toString('base64');
  const data = (key = 'deliveries') => ({
    config: readConfig({ DATA_DIR: 'memory', VAULT_KEY: keyOf(key), LOG_LEVEL: 'silent' }),
    db: opened.db,
    audit: (action: string, subject: object) => void audited.push({ action, ...subject }),
  });
  /** The record as `--json` prints it. */
  const jsonOf = ({ record }: { record: unknown }): unknown => JSON.parse(JSON.stringify(record));
  const redeliver = (webhookId: string, eventId: string) => redeliverEvent(data(), webhookId, eventId);

  it('list the webhooks of all organizations with their state and last request', async () => {
    lab.answers.set('/fails', (response) => response.writeHead(500).end());
    lab.answers.set('/gone', (response) => response.writeHead(410).end());
    const ok = await lab.webhook('/ok', { organization: zenith });
    const failing = await lab.webhook('/fails');
    const gone = await lab.webhook('/gone');
    await lab.record();
    await lab.attempts(failing.id, 1);
    await lab.attempts(gone.id, 1);
    const listed = jsonOf(await showWebhooks(data()));

    const time = lab.clock.now.toISOString();
    const { webhooks } = z.object({ webhooks: z.array(z.looseObject({ id: z.string() })) }).parse(listed);
    const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
    expect(byId.get(ok.id)).toMatchObject({
      organization: 'Zenith',
      status: 'active',
      lastAttemptAt: null,
      pending: 0,
    });
    expect(byId.get(failing.id)).toEqual({
      id: failing.id,
      organization: 'Acme',
      trigger: 'conversation_processed',
      url: `${lab.server.url}/fails`,
      externalId: null,
      status: 'failing',
      failingSince: time,
      disabledAt: null,
      disabledReason: null,
      secret: 'readable',
      createdAt: time,
      lastAttemptAt: time,
      lastStatus: 500,
      lastError: 'The endpoint returned status 500.',
      pending: 1,
    });
    expect(byId.get(gone.id)).toMatchObject({ status: 'disabled', disabledAt: time, disabledReason: 'gone' });
    const { text } = await showWebhooks(data('another key'));
    const line = text.split('\n').find((each) => each.startsWith(failing.id));
    expect(line?.replaceAll(/ +/g, ' ')).toContain(`failing since ${time} (secret unreadable) ${time} 500`);
    expect(text + JSON.stringify(listed)).not.toContain(failing.secret);
  });

  it('list the deliveries of a webhook by state', async () => {
    const { id } = await lab.webhook('/ok');
    const [delivered] = await lab.record();
    await lab.attempts(id, 1);
    lab.answers.set('/ok', (response) => response.writeHead(500).end());
    const [failed] = await lab.record();
    await lab.attempts(id, 2);

    const listed = async (options: object) => {
      const shown = await showDeliveries(data(), id, { limit: 50, ...options });
      const schema = z.object({ deliveries: z.array(z.object({ eventId: z.string(), state: z.string() })) });
      return schema.parse(jsonOf(shown)).deliveries.map(({ eventId, state }) => [eventId, state]);
    };
    expect(await listed({})).toEqual([
      [failed, 'pending'],
      [delivered, 'delivered'],
    ]);
    expect(await listed({ state: 'delivered' })).toEqual([[delivered, 'delivered']]);
    expect(await listed({ limit: 1 })).toEqual([[failed, 'pending']]);
  });

  it('redeliver an event that was delivered, waits, failed, or is older than the webhook', async () => {
    const { id } = await lab.webhook('/ok');
    const [event = ''] = await lab.record();
    await lab.attempts(id, 1);
    await redeliver(id, event);
    await lab.until(() => lab.received.length === 2);
    await lab.attempts(id, 1);

    lab.answers.set('/ok', (response) => response.writeHead(500).end());
    const [waiting = ''] = await lab.record();
    await lab.until(async () =>
      (await lab.deliveries(id)).some(({ state, attempts }) => state === 'pending' && attempts > 0),
    );
    lab.answers.clear();
    await redeliver(id, waiting);
    await lab.until(async () => (await lab.deliveries(id)).every(({ state }) => state === 'delivered'));

    const late = await lab.webhook('/late');
    await redeliver(late.id, event);
    await lab.until(() => lab.received.some(({ path }) => path === '/late'));
    const ids = lab.received.map(({ path, headers }) => [path, headers['webhook-id']]);
    expect(ids).toEqual([
      ['/ok', event],
      ['/ok', event],
      ['/ok', waiting],
      ['/ok', waiting],
      ['/late', event],
    ]);
    expect(audited).toContainEqual({ action: 'event redelivered', webhook: late.id, event });
  });

  it('reject unknown ids, events of other organizations and disabled webhooks', async () => {
    const { id } = await lab.webhook('/ok');
    const other = await lab.webhook('/other', { organization: zenith });
    const [event = ''] = await lab.record();
    await lab.attempts(id, 1);
    const unknown = uuid('no webhook');
    const noWebhook = `No webhook has the id "${unknown}".`;
    await expect(showDeliveries(data(), unknown, { limit: 1 })).rejects.toThrow(noWebhook);
    await expect(rotateStoredSecret(data(), unknown, { overlap: 24 })).rejects.toThrow(noWebhook);
    await expect(enableStoredWebhook(data(), unknown)).rejects.toThrow(noWebhook);
    await expect(redeliver(unknown, event)).rejects.toThrow(noWebhook);
    const noEvent = `The organization of the webhook has no event with the id "${event}".`;
    await expect(redeliver(other.id, event)).rejects.toThrow(noEvent);
    await opened.db.updateTable('convo_webhooks').set({ disabled_at: lab.clock.now }).execute();
    await expect(redeliver(id, event)).rejects.toThrow(`The webhook is disabled. Run webhooks enable ${id} first.`);
    expect(audited).toEqual([]);

    const { record } = await enableStoredWebhook(data(), id);
    expect(record).toEqual({ webhook: id, enabled: true });
    expect(audited).toEqual([{ action: 'webhook enabled', webhook: id }]);
    await redeliver(id, event);
    await lab.until(() => lab.received.length === 2);
  });

  it('rotate a secret and print the new one once', async () => {
    const { id, secret } = await lab.webhook('/ok');
    const { text: rotated, note } = await rotateStoredSecret(data(), id, { overlap: 1 });
    expect(note).toMatch(/^This secret will not be shown again\.\nThe previous secret also signs requests until /);
    expect(JSON.stringify(audited)).not.toContain(rotated);
    expect(audited).toMatchObject([{ action: 'webhook secret rotated', webhook: id }]);
    await lab.record();
    await lab.attempts(id, 1);
    const [{ body, headers } = { body: '', headers: {} }] = lab.received;
    for (const each of [secret, rotated]) expect(new Webhook(each).verify(body, headers)).toBeDefined();

    await expect(rotateStoredSecret(data('another key'), id, { overlap: 1 })).rejects.toThrow(/missing key/);
    const replaced = await rotateStoredSecret(data('another key'), id, { overlap: 1, lost: true });
    expect(replaced.note).toContain('The previous secret no longer signs requests.');
  });
});
