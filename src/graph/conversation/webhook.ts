import { z } from 'zod';
import type { WebhookRecord } from '../../connector/conversation/records.ts';
import { webhookLimits, type webhookTriggers } from '../../tools/conversation/vocabulary.ts';
import { builder } from '../core/builder.ts';
import { checkInput } from '../core/input.ts';
import { perKeyLoader, perOperation } from '../core/loader.ts';
import { fromConversation } from '../core/type-source.ts';
import { toolCalls } from '../cost/call-cost.ts';
import { deletedType, mutation } from '../errors/mutation-result.ts';
import { checkUuid } from './uuid.ts';
import { WebhookTrigger } from './vocabulary.ts';

const Webhook = builder.objectRef<WebhookRecord>('Webhook').implement({
  description:
    'A webhook subscription: a URL that receives a POST request each time an event occurs. Any status from 200 to 299 within 15 seconds confirms it; this platform repeats other requests for two days, with the same header `webhook-id`.',
  extensions: fromConversation,
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'ID of the subscription, a UUID.' }),
    trigger: t.expose('trigger', {
      type: WebhookTrigger,
      nullable: false,
      description: 'Event that the webhook is subscribed to.',
    }),
    url: t.expose('url', { type: 'URL', nullable: false, description: 'HTTPS URL that receives the requests.' }),
    externalId: t.exposeString('externalId', {
      description: 'ID that was given to the subscription in `CreateWebhookInput.externalId`; null if none.',
    }),
  }),
});

type Trigger = (typeof webhookTriggers)[keyof typeof webhookTriggers];

// Make the key not resolvable (the argument `false`), because no tool looks up a webhook by id.
builder.asEntity(Webhook, {
  key: builder.keyDirective(builder.selection<{ id: string }>('id'), false),
  resolveReference: () => null,
});

interface WebhookSampleRecord {
  trigger: Trigger;
  payload: NonNullable<unknown>;
}

const WebhookSample = builder.objectRef<WebhookSampleRecord>('WebhookSample').implement({
  description: 'An example of the request that a webhook sends.',
  extensions: fromConversation,
  fields: (t) => ({
    trigger: t.expose('trigger', {
      type: WebhookTrigger,
      nullable: false,
      description: 'Event that the example is for.',
    }),
    payload: t.field({
      type: 'JSON',
      nullable: false,
      description: 'Example request body, with made-up data.',
      resolve: ({ payload }) => payload,
    }),
  }),
});

const sampleLoader = perOperation(({ conversation }) =>
  perKeyLoader((trigger: Trigger) => conversation.webhookSample(trigger)),
);

builder.queryField('webhookSample', (t) =>
  t.field({
    type: WebhookSample,
    extensions: toolCalls({ batched: [{ tool: 'webhook_sample_get', perArguments: true }] }),
    description:
      'Example of the request that a webhook sends for an event. Costs one `webhook_sample_get` call per distinct trigger.',
    args: { trigger: t.arg({ type: WebhookTrigger, required: true, description: 'Event to return an example for.' }) },
    resolve: (_, { trigger }, context) => sampleLoader(context).load(trigger),
  }),
);

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'Event and target URL of a new webhook subscription.',
  fields: (t) => ({
    trigger: t.field({ type: WebhookTrigger, required: true, description: 'Event to subscribe to.' }),
    url: t.field({
      type: 'URL',
      required: true,
      description: `URL to send the requests to, at most ${webhookLimits.url} characters. Must use HTTPS and must not point to a private network.`,
    }),
    externalId: t.string({
      description: `ID of the subscription in your own system, 1 to ${webhookLimits.externalId} characters.`,
    }),
  }),
});

const CreateWebhookSuccess = builder.objectRef<{ webhook: WebhookRecord }>('CreateWebhookSuccess').implement({
  description: 'The subscription was created.',
  fields: (t) => ({
    webhook: t.expose('webhook', { type: Webhook, nullable: false, description: 'The new subscription.' }),
    secret: t.string({
      description:
        'Secret that signs the requests, in the form of the Standard Webhooks specification: `whsec_` and base64. Verify the header `webhook-signature` of each request, which covers `webhook-id`, `webhook-timestamp` and the body, with a library of standardwebhooks.com. Store the secret: it is returned only once. Null if the platform does not sign requests.',
      resolve: ({ webhook }) => webhook.secret,
    }),
  }),
});

const inputRules = z.object({
  url: z
    .instanceof(URL)
    .refine(({ href }) => href.length <= webhookLimits.url, `must be at most ${webhookLimits.url} characters`),
  externalId: z
    .string()
    .min(1, 'must not be empty')
    .max(webhookLimits.externalId, `must be at most ${webhookLimits.externalId} characters`)
    .nullish(),
});

mutation({
  connector: 'convo',
  name: 'createWebhook',
  tool: 'webhook_create',
  description:
    'Subscribes a URL to an event. Returns a ConflictProblem if the URL is already subscribed to the event. Costs one `webhook_create` call, which is never retried.',
  problems: ['ConflictProblem'],
  success: CreateWebhookSuccess,
  inputPath: ['input'],
  args: (arg) => ({
    input: arg({ type: CreateWebhookInput, required: true, description: 'The subscription to create.' }),
  }),
  change: async ({ input }, context) => {
    checkInput(inputRules, input, ['input']);
    const { trigger, url, externalId } = input;
    const webhook = { trigger, url: url.href, externalId: externalId ?? undefined };
    const { id, record } = await context.conversation.createWebhook(webhook);
    // If the tool returns no record, return the input, because no tool can read the webhook back.
    return { webhook: record ?? { ...webhook, id, externalId: externalId ?? null, secret: null } };
  },
});

mutation({
  connector: 'convo',
  name: 'deleteWebhook',
  tool: 'webhook_delete',
  description: 'Deletes a webhook subscription; its URL receives no more requests. Costs one `webhook_delete` call.',
  problems: ['NotFoundProblem'],
  success: deletedType('DeleteWebhookSuccess', 'The subscription was deleted.'),
  args: (arg) => ({ id: arg.id({ required: true, description: 'ID of the subscription, a UUID.' }) }),
  change: async ({ id }, context) => {
    checkUuid(id, 'id');
    await context.conversation.deleteWebhook(id);
    return { deletedId: id };
  },
});
