import { type WebhookRecord, webhookTools } from '../../tools/conversation/webhook.ts';
import { ToolError } from '../../tools/errors/tool-error.ts';
import { webhookLimits, type webhookTriggers } from '../../tools/conversation/vocabulary.ts';
import { lowerCaseUuid } from '../../tools/rules/field-rules.ts';
import { builder } from '../core/builder.ts';
import { perKeyLoader, perOperation } from '../core/loader.ts';
import { conversationSource } from '../../operation/type-source.ts';
import { toolCalls } from '../../operation/cost/call-cost.ts';
import { deletedType, mutation } from '../errors/mutation-result.ts';
import { WebhookTrigger } from './vocabulary.ts';

const Webhook = builder.objectRef<WebhookRecord>('Webhook').implement({
  description:
    'A URL that receives a POST request for each event with the trigger of the webhook. A status from 200 to 299 within 15 seconds confirms the request; otherwise the platform repeats it for two days, with the same header `webhook-id`. Status 410, or five days of failures, disables the webhook. In references from other subgraphs, only `id` can be selected; other fields fail with `NOT_FOUND`, because no tool returns webhooks.',
  extensions: conversationSource,
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'ID of the webhook, a UUID.' }),
    trigger: t.expose('trigger', {
      type: WebhookTrigger,
      nullable: false,
      description: 'Kind of event that causes a request.',
    }),
    url: t.expose('url', { type: 'URL', nullable: false, description: 'URL that receives the requests.' }),
    externalId: t.exposeString('externalId', {
      description:
        'ID of the webhook in your own system, as passed in `CreateWebhookInput.externalId`; null if none was passed.',
    }),
  }),
});

type Trigger = (typeof webhookTriggers)[keyof typeof webhookTriggers];

// No tool returns webhooks, but if the key were not resolvable, a supergraph that refers to webhooks would not compose.
builder.asEntity(Webhook, {
  key: builder.selection<{ id: string }>('id'),
  resolveReference: async () => {
    const message = 'A webhook cannot be loaded by its id: no tool returns webhooks. Select only its id.';
    throw new ToolError({ code: 'NOT_FOUND', message });
  },
});

interface WebhookSampleRecord {
  trigger: Trigger;
  payload: NonNullable<unknown>;
}

const WebhookSample = builder.objectRef<WebhookSampleRecord>('WebhookSample').implement({
  description: 'An example of the request that a webhook receives.',
  extensions: conversationSource,
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

const sampleLoader = perOperation((context) =>
  perKeyLoader(context, (trigger: Trigger) => context.conversation.webhookSample(trigger)),
);

builder.queryField('webhookSample', (t) =>
  t.field({
    type: WebhookSample,
    extensions: toolCalls({ batched: [{ tool: 'webhook_sample_get', perArguments: true }] }),
    description:
      'Example of the request that a webhook receives for an event. Costs one `webhook_sample_get` call per distinct trigger.',
    args: { trigger: t.arg({ type: WebhookTrigger, required: true, description: 'Event to return an example for.' }) },
    resolve: (_, { trigger }, context) => sampleLoader(context).load(trigger),
  }),
);

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'Trigger and URL of a new webhook.',
  fields: (t) => ({
    trigger: t.field({ type: WebhookTrigger, required: true, description: 'Kind of event that causes a request.' }),
    url: t.field({
      type: 'URL',
      required: true,
      description: `URL to send the requests to, at most ${webhookLimits.url} characters. Must use HTTPS unless the operator sets \`WEBHOOK_ALLOW_HTTP\`, and must not point to a private network unless the operator sets \`WEBHOOK_ALLOW_PRIVATE\`.`,
    }),
    externalId: t.string({
      description: `ID of the webhook in your own system, 1 to ${webhookLimits.externalId} characters.`,
    }),
  }),
});

const CreateWebhookSuccess = builder.objectRef<{ webhook: WebhookRecord }>('CreateWebhookSuccess').implement({
  description: 'The webhook was created.',
  fields: (t) => ({
    webhook: t.expose('webhook', { type: Webhook, nullable: false, description: 'The new webhook.' }),
    secret: t.string({
      description:
        'Secret that signs the requests, in the format of the Standard Webhooks specification: `whsec_`, then base64. Verify each request with a library of standardwebhooks.com: the header `webhook-signature` covers `webhook-id`, `webhook-timestamp` and the body. Store the secret, because it is returned only once. Null if the platform does not sign requests.',
      resolve: ({ webhook }) => webhook.secret,
    }),
  }),
});

mutation({
  name: 'createWebhook',
  tool: webhookTools.webhook_create,
  description:
    'Creates a webhook: the URL receives a request for each event with the trigger. Returns a ConflictProblem if a webhook with this URL and trigger exists, and an InvalidInputProblem if the organization already has 100 webhooks for the trigger. Costs one `webhook_create` call.',
  problems: ['ConflictProblem'],
  success: CreateWebhookSuccess,
  inputPath: ['input'],
  args: (arg) => ({ input: arg({ type: CreateWebhookInput, required: true, description: 'The webhook to create.' }) }),
  change: async ({ input: { trigger, url, externalId } }, context, _info, once) => {
    const webhook = { trigger, url: url.href, externalId: externalId ?? undefined };
    const { id, record } = await context.conversation.createWebhook(webhook, once);
    // No tool can read the webhook back: without a record, return the input.
    return { webhook: record ?? { ...webhook, id, externalId: externalId ?? null, secret: null } };
  },
});

mutation({
  name: 'deleteWebhook',
  tool: webhookTools.webhook_delete,
  description: 'Deletes a webhook; its URL receives no more requests. Costs one `webhook_delete` call.',
  problems: ['NotFoundProblem'],
  success: deletedType('DeleteWebhookSuccess', 'The webhook was deleted.'),
  args: (arg) => ({ id: arg.id({ required: true, description: 'ID of the webhook, a UUID.' }) }),
  change: async ({ id }, context) => {
    const deletedId = lowerCaseUuid(id);
    await context.conversation.deleteWebhook(deletedId);
    return { deletedId };
  },
});
