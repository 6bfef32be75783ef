import { randomUUID } from 'node:crypto';
import type { webhookTriggers } from '../../../../tools/conversation/vocabulary.ts';
import type { webhookTools } from '../../../../tools/conversation/webhook.ts';
import { invalidInput, notFound, PlatformError } from '../../../../tools/errors/platform-error.ts';
import type { ToolHandlers } from '../../../../tools/service.ts';
import { rejectIssues } from '../../reject-issues.ts';
import { runOnce } from '../../run-once.ts';
import { type AddressRules, addressIssues, webhookRules } from '../network/address-rules.ts';
import { organizationIdOf } from '../store/store-users.ts';
import { createWebhookSecret, readWebhookSecret, type SecretVault } from './signing-secret.ts';
import type { Db } from '../../../database/open-database.ts';
import samples from './webhook-samples.json' with { type: 'json' };

type Trigger = (typeof webhookTriggers)[keyof typeof webhookTriggers];

/** Maximum number per trigger and organization, because each event sends a request to every webhook. */
const maxWebhooksPerTrigger = 100;

export interface WebhookContext {
  db: Db;
  now: () => Date;
  addressRules: AddressRules;
  /** Without a vault, webhooks are created without a secret. */
  vault?: SecretVault | undefined;
}

export function webhookHandlers({ db, now, addressRules, vault }: WebhookContext): ToolHandlers<typeof webhookTools> {
  return {
    webhook_create: async ({ trigger, url, external_id: externalId }, call) => {
      rejectIssues(addressIssues('url', url, webhookRules(url, addressRules)));
      // `runOnce` stores the result, so the result must not contain the secret, which may only be stored encrypted.
      const webhook = await runOnce({ db, now }, call, async (trx) => {
        const organizationId = await organizationIdOf(trx, call.userId);
        await requireFreePlace(trx, { organizationId, trigger });
        const id = randomUUID();
        const created = await trx
          .insertInto('convo_webhooks')
          .values({
            id,
            organization_id: organizationId,
            trigger,
            url,
            external_id: externalId ?? null,
            created_by: call.userId,
            created_at: now(),
            ...(vault && createWebhookSecret(vault, { webhookId: id }).columns),
          })
          .onConflict((conflict) => conflict.columns(['organization_id', 'trigger', 'url']).doNothing())
          .returning(['id', 'trigger', 'url', 'external_id'])
          .executeTakeFirst();
        if (created) return created;
        throw new PlatformError({
          code: 'CONFLICT',
          message: `A webhook for ${trigger} with the URL ${url} already exists.`,
        });
      });
      return { ...webhook, secret: (vault && (await readWebhookSecret(db, vault, webhook.id))) ?? null };
    },

    webhook_delete: async ({ id }, { userId }) => {
      const deleted = await db
        .deleteFrom('convo_webhooks')
        .where('id', '=', id)
        .where('organization_id', '=', await organizationIdOf(db, userId))
        .returning('id')
        .executeTakeFirst();
      if (!deleted) throw notFound('webhook', id);
      return deleted;
    },

    webhook_sample_get: async ({ trigger }, { userId }) => {
      await organizationIdOf(db, userId);
      return { trigger, payload: samplePayload(trigger) };
    },
  };
}

/** @throws PlatformError `BAD_USER_INPUT` if the organization has the maximum number of webhooks */
async function requireFreePlace(
  db: Db,
  { organizationId, trigger }: { organizationId: string; trigger: Trigger },
): Promise<void> {
  const stored = await db
    .selectFrom('convo_webhooks')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('trigger', '=', trigger)
    .limit(maxWebhooksPerTrigger)
    .execute();
  if (stored.length < maxWebhooksPerTrigger) return;
  const message = `has the maximum of ${maxWebhooksPerTrigger} webhooks; delete one first`;
  throw invalidInput([{ path: ['trigger'], message }]);
}

/** Returns a payload with fictional data, in the format of the Standard Webhooks specification. */
function samplePayload(trigger: Trigger) {
  const { timestamp, data } = samples.events[trigger];
  return structuredClone({ type: trigger, timestamp, data: { activity: samples.activity, ...data } });
}
