import { z } from 'zod';
import { acknowledgement, created } from '../change.ts';
import { defineTool } from '../tool.ts';
import { lenient, wireObject } from '../wire.ts';
import { webhookLimits, webhookTriggers } from './vocabulary.ts';

const trigger = z.enum(webhookTriggers).describe('What must happen.');

export const webhookPayload = wireObject({
  id: z.string(),
  trigger: z.enum(webhookTriggers),
  url: z.url(),
  external_id: lenient(z.string()),
  /** What deliveries are signed with, in the answer to a creation alone; not every platform signs. */
  secret: lenient(z.string()),
});

export const webhookTools = {
  webhook_create: defineTool({
    connector: 'convo',
    name: 'webhook_create',
    description: 'Subscribe an address to a trigger: it is sent a payload whenever that happens.',
    class: 'once',
    input: z.strictObject({
      trigger,
      url: z
        .url({ protocol: /^https?$/, error: 'must be an http or https address' })
        .max(webhookLimits.url, `must be at most ${webhookLimits.url} characters`)
        .describe(`Where payloads go, at most ${webhookLimits.url} characters.`),
      external_id: z
        .string()
        .min(1, 'must not be empty')
        .max(webhookLimits.externalId, `must be at most ${webhookLimits.externalId} characters`)
        .optional()
        .describe(`Your own id, at most ${webhookLimits.externalId} characters.`),
    }),
    output: created(webhookPayload, ['id', 'trigger', 'url']),
  }),
  webhook_delete: defineTool({
    connector: 'convo',
    name: 'webhook_delete',
    description: 'End a subscription.',
    class: 'repeatable',
    input: z.strictObject({ id: z.uuid('must be a UUID').describe('The subscription.') }),
    output: acknowledgement,
  }),
  webhook_sample_get: defineTool({
    connector: 'convo',
    name: 'webhook_sample_get',
    description: 'A sample of what a trigger sends.',
    class: 'read',
    input: z.strictObject({ trigger }),
    output: wireObject({
      trigger: z.enum(webhookTriggers),
      payload: z.unknown().transform((value): NonNullable<unknown> => value ?? {}),
    }),
  }),
};
