import { z } from 'zod';
import { limitedText, uuid, webUrl } from '../rules/field-rules.ts';
import { acknowledgement, created } from '../change.ts';
import { defineTools } from '../tool.ts';
import { lenient, wireObject } from '../wire.ts';
import { webhookLimits, webhookTriggers } from './vocabulary.ts';

const trigger = z.enum(webhookTriggers).describe('Kind of event.');

export const webhookPayload = wireObject({
  id: z.string(),
  trigger: z.enum(webhookTriggers),
  url: z.url(),
  external_id: lenient(z.string()),
  /** The secret that signs the requests. Returned only on creation, and only by platforms that sign requests. */
  secret: lenient(z.string()),
});
export interface WebhookRecord extends z.output<typeof webhookPayload> {}

export const webhookTools = defineTools('convo', {
  webhook_create: {
    description: 'Create a webhook: an address that receives a signed request for each event with a trigger.',
    class: 'once',
    input: z.strictObject({
      trigger,
      url: webUrl
        .max(webhookLimits.url, `must be at most ${webhookLimits.url} characters`)
        .describe(`Address that receives the payloads, at most ${webhookLimits.url} characters.`),
      external_id: limitedText(webhookLimits.externalId)
        .optional()
        .describe(`Your own id, at most ${webhookLimits.externalId} characters.`),
    }),
    output: created(webhookPayload, ['id', 'trigger', 'url']),
  },
  webhook_delete: {
    description: 'Delete a webhook.',
    class: 'repeatable',
    input: z.strictObject({ id: uuid.describe('Id of the webhook.') }),
    output: acknowledgement,
  },
  webhook_sample_get: {
    description: 'A sample payload of a trigger.',
    class: 'read',
    input: z.strictObject({ trigger }),
    output: wireObject({
      trigger: z.enum(webhookTriggers),
      payload: z.unknown().transform((value): NonNullable<unknown> => value ?? {}),
    }),
  },
});
