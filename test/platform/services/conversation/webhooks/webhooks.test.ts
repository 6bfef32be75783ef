import { beforeEach, expect, it } from 'vitest';
import { webhookTriggers } from '../../../../../src/tools/conversation/vocabulary.ts';
import { activityPayload } from '../../../../../src/tools/conversation/activity.ts';
import { PlatformError } from '../../../../../src/tools/errors/platform-error.ts';
import { describeEmbedded } from '../../../../support/database/suite-database.ts';
import {
  addMissingWebhookSecrets,
  type SecretVault,
} from '../../../../../src/platform/services/conversation/webhooks/signing-secret.ts';
import { vaultOf } from '../../../platform-lab.ts';
import { conversationCallers } from '../conversation-caller.ts';
import { acme, ada, ben, now, resetTeams, uuid, zoe } from '../conversation-records.ts';

const trigger = 'conversation_processed';
const url = 'https://hooks.example/graph';
const withoutSecret = {
  secret_key_id: null,
  sealed_secret: null,
  previous_secret_key_id: null,
  previous_sealed_secret: null,
  previous_secret_expires_at: null,
  failing_since: null,
  disabled_at: null,
  disabled_reason: null,
};

describeEmbedded('webhooks', ({ db }) => {
  const { as } = conversationCallers(db);
  beforeEach(() => resetTeams(db));

  const webhooks = () => db.selectFrom('convo_webhooks').selectAll().execute();

  it.each(Object.values(webhookTriggers))('subscribes an address to %s', async (each) => {
    const created = await as(ada).record('webhook_create', { trigger: each, url, external_id: 'e'.repeat(191) });

    expect(created).toMatchObject({ url, externalId: 'e'.repeat(191) });
    expect(await webhooks()).toEqual([
      {
        id: created.id,
        organization_id: acme,
        trigger: each,
        url,
        external_id: 'e'.repeat(191),
        created_by: ada,
        created_at: now,
        ...withoutSecret,
      },
    ]);
  });

  it('returns the secret of a subscription once and stores it encrypted, for this webhook only', async () => {
    const vault = vaultOf('secrets');
    const { as: signed } = conversationCallers(db, { vault });
    const { id, secret } = await signed(ada).record('webhook_create', { trigger, url });
    const [row] = await webhooks();

    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(row)).not.toContain(secret);
    const stored = { keyId: row?.secret_key_id ?? '', sealed: row?.sealed_secret ?? '' };
    expect(await vault.open(stored, { webhookId: id })).toBe(secret);
    expect(await vault.open(stored, { webhookId: uuid('other webhook') })).toBeUndefined();
    expect((await signed(ada).refusal('webhook_create', { trigger, url })).code).toBe('CONFLICT');
    expect(await webhooks()).toEqual([row]);
    expect((await signed(ben).record('webhook_create', { trigger: 'conversation_played', url })).secret).not.toBe(
      secret,
    );
  });

  it('gives one secret to each webhook without one, also from several processes', async () => {
    const vault = vaultOf('secrets');
    const { as: signed } = conversationCallers(db, { vault });
    await signed(ada).payload('webhook_create', { trigger, url });
    const [before] = await webhooks();
    await as(ada).payload('webhook_create', { trigger: 'conversation_played', url });
    await as(zoe).payload('webhook_create', { trigger, url });
    const sealed: string[] = [];
    const recording: SecretVault = {
      open: (secret, owner) => vault.open(secret, owner),
      seal(secret, owner) {
        const result = vault.seal(secret, owner);
        sealed.push(result.sealed);
        return result;
      },
    };

    await Promise.all([1, 2, 3].map(() => addMissingWebhookSecrets(db, recording)));
    const after = await webhooks();
    expect(after.find(({ id }) => id === before?.id)).toEqual(before);
    const given = after.filter(({ id }) => id !== before?.id).map((row) => row.sealed_secret ?? '');
    expect(given).toHaveLength(2);
    expect(given.every((secret) => sealed.includes(secret))).toBe(true);
    await addMissingWebhookSecrets(db, recording);
    expect(await webhooks()).toEqual(after);
  });

  it('accepts an address of 191 characters', async () => {
    const long = url.padEnd(191, 'x');
    await as(ada).payload('webhook_create', { trigger, url: long });
    expect((await webhooks()).map((row) => row.url)).toEqual([long]);
  });

  it.each([
    ['of 192 characters', url.padEnd(192, 'x'), 'must be at most 191 characters'],
    ['that is invalid', 'hooks', 'must be an http or https address'],
    ['in a private network', 'https://192.168.1.1/hook', 'must not lead to a loopback or private address'],
  ])('rejects an address %s and stores no subscription', async (_case, address, message) => {
    expect(await as(ada).refusal('webhook_create', { trigger, url: address })).toEqual({
      code: 'BAD_USER_INPUT',
      message: `url ${message}`,
      issues: [{ path: ['url'], message }],
    });
    expect(await webhooks()).toEqual([]);
  });

  it('accepts http and private addresses if the rules allow them', async () => {
    const lax = conversationCallers(db, { addressRules: { allowHttp: true, allowPrivate: true } });
    await lax.as(ada).payload('webhook_create', { trigger, url: 'http://127.0.0.1:8080/hook' });
    expect((await webhooks()).map((row) => row.url)).toEqual(['http://127.0.0.1:8080/hook']);
  });

  it('rejects an external id of 192 characters', async () => {
    expect((await as(ada).refusal('webhook_create', { trigger, url, external_id: 'e'.repeat(192) })).issues).toEqual([
      { path: ['external_id'], message: 'must be at most 191 characters' },
    ]);
    expect(await webhooks()).toEqual([]);
  });

  it('subscribes the same address once per organization and trigger', async () => {
    await as(ada).payload('webhook_create', { trigger, url, external_id: 'first' });
    expect(await as(ben).refusal('webhook_create', { trigger, url, external_id: 'second' })).toEqual({
      code: 'CONFLICT',
      message: 'A webhook for conversation_processed with the URL https://hooks.example/graph already exists.',
      issues: [],
    });
    await as(ada).payload('webhook_create', { trigger: 'conversation_played', url });
    await as(zoe).payload('webhook_create', { trigger, url });

    expect((await webhooks()).map((row) => [row.trigger, row.external_id, row.created_by])).toEqual([
      ['conversation_processed', 'first', ada],
      ['conversation_played', null, ada],
      ['conversation_processed', null, zoe],
    ]);
  });

  it('subscribes once in concurrent calls', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, () => as(ada).record('webhook_create', { trigger, url })),
    );
    const codes = answers.map((answer) =>
      answer.status === 'rejected' && answer.reason instanceof PlatformError ? answer.reason.code : 'created',
    );
    expect(codes.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'CONFLICT', 'created']);
    expect(await webhooks()).toHaveLength(1);
  });

  it('are limited to 100 per trigger and organization', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({
      id: uuid(`webhook ${index}`),
      organization_id: acme,
      trigger: 'conversation_processed' as const,
      url: `${url}/${index}`,
      created_at: now,
    }));
    await db.insertInto('convo_webhooks').values(rows.slice(1)).execute();
    await as(ada).record('webhook_create', { trigger, url });

    expect(await as(ben).refusal('webhook_create', { trigger, url: `${url}/101` })).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['trigger'], message: 'has the maximum of 100 webhooks; delete one first' }],
    });
    expect(await webhooks()).toHaveLength(100);
    await as(ada).record('webhook_create', { trigger: 'conversation_shared', url });
    await as(zoe).record('webhook_create', { trigger, url });
  });

  it('lets every user of an organization delete its subscriptions', async () => {
    const { id } = await as(ada).record('webhook_create', { trigger, url });
    expect(await as(ben).payload('webhook_delete', { id })).toEqual({ id });
    expect(await webhooks()).toEqual([]);
    expect(await as(ben).refusal('webhook_delete', { id })).toEqual({
      code: 'NOT_FOUND',
      message: `There is no webhook with the id "${id}".`,
      issues: [],
    });
  });

  it('rejects deleting a subscription of another organization with the message for a missing one', async () => {
    const { id } = await as(ada).record('webhook_create', { trigger, url });
    const unknown = uuid('no webhook');
    for (const other of [id, unknown]) {
      expect(await as(zoe).refusal('webhook_delete', { id: other })).toEqual({
        code: 'NOT_FOUND',
        message: `There is no webhook with the id "${other}".`,
        issues: [],
      });
    }
    expect((await as(ada).refusal('webhook_delete', { id: 'whk_1' })).issues).toEqual([
      { path: ['id'], message: 'must be a UUID' },
    ]);
    expect((await webhooks()).map((row) => row.id)).toEqual([id]);
  });

  it.each([
    ['coaching_feedback_completed', ['activity', 'feedback']],
    ['conversation_shared', ['activity', 'shared_by', 'recipients', 'message']],
    ['conversation_exported', ['activity', 'exported_by', 'crm_integration']],
    ['conversation_processed', ['activity']],
    ['conversation_played', ['activity', 'played_by']],
  ] as const)('returns the same sample of %s at every call', async (each, keys) => {
    const sample = await as(ada).payload('webhook_sample_get', { trigger: each });

    expect(sample).toMatchObject({ trigger: each, payload: { type: each } });
    expect(await as(zoe).payload('webhook_sample_get', { trigger: each })).toEqual(sample);
    const { payload } = await as(ada).record('webhook_sample_get', { trigger: each });
    const data = 'data' in payload && typeof payload.data === 'object' && payload.data !== null ? payload.data : {};
    expect(Object.keys(data)).toEqual(keys);
    expect(activityPayload.parse('activity' in data ? data.activity : null)).toMatchObject({
      title: 'Quarterly review with Example Ltd',
      startedAt: new Date('2026-01-15T10:00:00Z'),
      durationMs: 2_530_000,
    });
  });
});
