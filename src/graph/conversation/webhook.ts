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
  description: 'A webhook subscription: a URL that receives a payload each time its trigger fires.',
  extensions: fromConversation,
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'ID of the subscription, a UUID.' }),
    trigger: t.expose('trigger', {
      type: WebhookTrigger,
      nullable: false,
      description: 'Event that sends a payload.',
    }),
    url: t.expose('url', { type: 'URL', nullable: false, description: 'HTTPS URL that receives the payloads.' }),
    externalId: t.exposeString('externalId', {
      description: 'ID that the subscriber assigned to the subscription; null if none.',
    }),
  }),
});

type Trigger = (typeof webhookTriggers)[keyof typeof webhookTriggers];

// No tool looks webhooks up by id, so other subgraphs can only refer to them.
builder.asEntity(Webhook, {
  key: builder.keyDirective(builder.selection<{ id: string }>('id'), false),
  resolveReference: () => null,
});

interface WebhookSampleRecord {
  trigger: Trigger;
  payload: NonNullable<unknown>;
}

const WebhookSample = builder.objectRef<WebhookSampleRecord>('WebhookSample').implement({
  description: 'An example of the request that a trigger sends.',
  extensions: fromConversation,
  fields: (t) => ({
    trigger: t.expose('trigger', {
      type: WebhookTrigger,
      nullable: false,
      description: 'The trigger that the sample is for.',
    }),
    payload: t.field({
      type: 'JSON',
      nullable: false,
      description: 'Example of the request body that subscribers receive.',
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
    extensions: toolCalls({ batched: [{ tool: 'webhook_sample_get' }] }),
    description: 'Example payload of a webhook trigger. Costs one `webhook_sample_get` call per distinct trigger.',
    args: { trigger: t.arg({ type: WebhookTrigger, required: true, description: 'Trigger to show a payload of.' }) },
    resolve: (_, { trigger }, context) => sampleLoader(context).load(trigger),
  }),
);

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'Input of `createWebhook`.',
  fields: (t) => ({
    trigger: t.field({ type: WebhookTrigger, required: true, description: 'Event that sends a payload.' }),
    url: t.field({
      type: 'URL',
      required: true,
      description: `URL to send payloads to, at most ${webhookLimits.url} characters. Must use HTTPS and must not point to a private network.`,
    }),
    externalId: t.string({
      description: `ID of the subscription in your own system, at most ${webhookLimits.externalId} characters.`,
    }),
  }),
});

const CreateWebhookSuccess = builder.objectRef<{ webhook: WebhookRecord }>('CreateWebhookSuccess').implement({
  description: 'The subscription was created.',
  fields: (t) => ({
    webhook: t.expose('webhook', { type: Webhook, nullable: false, description: 'The new subscription.' }),
    secret: t.string({
      description:
        'Secret that signs the deliveries. It is only returned here, so store it now. Null if the delivering platform does not return one.',
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
  description:
    'Subscribes a URL to a trigger. Returns a ConflictProblem if the URL is already subscribed to the trigger. Costs one `webhook_create` call, which is never retried.',
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
    // Without a record the result repeats the input: no tool can read the webhook back.
    return { webhook: record ?? { ...webhook, id, externalId: externalId ?? null, secret: null } };
  },
});

mutation({
  connector: 'convo',
  name: 'deleteWebhook',
  description: 'Deletes a webhook subscription, which stops its deliveries. Costs one `webhook_delete` call.',
  problems: ['NotFoundProblem'],
  success: deletedType('DeleteWebhookSuccess', 'The subscription was deleted.'),
  args: (arg) => ({ id: arg.id({ required: true, description: 'ID of the subscription, a UUID.' }) }),
  change: async ({ id }, context) => {
    checkUuid(id, 'id');
    await context.conversation.deleteWebhook(id);
    return { deletedId: id };
  },
});
