import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../../../../src/platform/database/open-database.ts';
import { rotateSecret } from '../../../../../src/platform/services/conversation/webhooks/stored-webhooks.ts';
import { databases } from '../../../../support/database/test-databases.ts';
import { type DeliveryLab, openDeliveryLab, type ReceivedRequest, vault } from './delivery-lab.ts';

describe('the signatures of requests', () => {
  let opened: OpenedDatabase;
  let lab: DeliveryLab;

  beforeAll(async () => {
    const [first] = databases();
    if (!first) throw new Error('no database');
    opened = await first.open();
    lab = await openDeliveryLab(opened);
    await lab.startWorker();
  });
  beforeEach(() => lab.reset());
  afterAll(async () => {
    await lab.close();
    await opened.close();
  });

  const verifies = (
    { body, headers }: ReceivedRequest | undefined = { path: '', headers: {}, body: '' },
    secret = '',
  ) => {
    try {
      new Webhook(secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  };
  const rotate = (webhookId: string, { overlapHours = 24, replaceUnreadable = false } = {}) =>
    rotateSecret(opened.db, { vault, webhookId, now: lab.clock.now, overlapHours, replaceUnreadable });

  it('are of both secrets until the overlap of a rotation ends', async () => {
    const { id, secret } = await lab.webhook('/ok');
    const begun = lab.clock.now.getTime();
    const rotated = await rotate(id);
    expect(rotated.previousExpiresAt).toEqual(new Date(begun + 86_400_000));
    await lab.record();
    await lab.attempts(id, 1);
    const [both] = lab.received;
    expect(both?.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
    expect([verifies(both, rotated.secret), verifies(both, secret)]).toEqual([true, true]);

    await opened.db.updateTable('convo_webhooks').set({ previous_secret_expires_at: lab.clock.now }).execute();
    await lab.record();
    await lab.attempts(id, 2);
    const [, one] = lab.received;
    expect([verifies(one, rotated.secret), verifies(one, secret)]).toEqual([true, false]);

    const last = await rotate(id, { overlapHours: 0 });
    expect(last.previousExpiresAt).toBeNull();
    await lab.record();
    await lab.attempts(id, 3);
    expect([last.secret, rotated.secret].map((each) => verifies(lab.received[2], each))).toEqual([true, false]);
  });

  it('are of a new secret if a node of the previous release has created the webhook', async () => {
    const { id } = await lab.webhook('/ok');
    await opened.db.updateTable('convo_webhooks').set({ secret_key_id: null, sealed_secret: null }).execute();
    await lab.record();
    await lab.attempts(id, 1);

    const row = await lab.stored(id);
    const stored = { keyId: row?.secret_key_id ?? '', sealed: row?.sealed_secret ?? '' };
    expect(verifies(lab.received[0], await vault.open(stored, { webhookId: id }))).toBe(true);
  });

  it('are missing with an unreadable secret: nothing is sent, and the webhook is not disabled', async () => {
    const { id } = await lab.webhook('/ok');
    await opened.db.updateTable('convo_webhooks').set({ secret_key_id: 'lost' }).execute();
    await lab.record();
    await lab.attempts(id, 1);

    expect(lab.received).toEqual([]);
    expect(await lab.deliveries(id)).toMatchObject([
      { state: 'pending', attempts: 1, last_error: 'The secret of the webhook cannot be decrypted.' },
    ]);
    expect(await lab.stored(id)).toMatchObject({ failing_since: null, disabled_at: null });
    expect(lab.lines).toMatchObject([{ level: 50, webhookId: id, msg: 'the secret of a webhook cannot be decrypted' }]);
    await expect(rotate(id)).rejects.toThrow('The current secret cannot be decrypted.');
    const { secret } = await rotate(id, { replaceUnreadable: true });
    await lab.skipDelay();
    await lab.attempts(id, 2);
    expect(verifies(lab.received[0], secret)).toBe(true);
    expect(lab.received[0]?.headers['webhook-signature']).toMatch(/^v1,\S{44}$/);
  });
});
