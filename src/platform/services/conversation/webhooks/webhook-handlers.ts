import { randomUUID } from 'node:crypto';
import type { webhookTools } from '../../../../tools/conversation/webhook.ts';
import type { ToolHandlers } from '../../../../tools/service.ts';
import { notFound, PlatformError } from '../../../../tools/platform-error.ts';
import { addressFault } from '../recordings/address-rules.ts';
import type { ConversationParts } from '../service-context.ts';
import { organizationIdOf } from '../team/membership.ts';
import { refuseIssues } from '../../refuse-issues.ts';
import { webhookSample } from './webhook-sample.ts';

export function webhookHandlers({ db, now, addressRules }: ConversationParts): ToolHandlers<typeof webhookTools> {
  return {
    webhook_create: async ({ trigger, url, external_id: externalId }, { userId }) => {
      const fault = addressFault(url, addressRules);
      refuseIssues(fault === undefined ? [] : [{ path: ['url'], message: fault }]);
      const organizationId = await organizationIdOf(db, userId);
      const webhook = await db
        .insertInto('convo_webhooks')
        .values({
          id: randomUUID(),
          organization_id: organizationId,
          trigger,
          url,
          external_id: externalId ?? null,
          created_by: userId,
          created_at: now(),
        })
        .onConflict((conflict) => conflict.columns(['organization_id', 'trigger', 'url']).doNothing())
        .returning(['id', 'trigger', 'url', 'external_id'])
        .executeTakeFirst();
      if (webhook) return webhook;
      throw new PlatformError({ code: 'CONFLICT', message: `${url} is subscribed to ${trigger} already.` });
    },

    webhook_delete: async ({ id }, { userId }) => {
      const organizationId = await organizationIdOf(db, userId);
      const gone = await db
        .deleteFrom('convo_webhooks')
        .where('id', '=', id)
        .where('organization_id', '=', organizationId)
        .returning('id')
        .executeTakeFirst();
      if (!gone) throw notFound('webhook', id);
      return gone;
    },

    webhook_sample_get: async ({ trigger }, { userId }) => {
      await organizationIdOf(db, userId);
      return { trigger, payload: webhookSample(trigger) };
    },
  };
}
