import { z } from 'zod';
import type { WebhookRecord } from '../../connector/conversation/records.ts';
import { webhookLimits, type webhookTriggers } from '../../tools/conversation/vocabulary.ts';
import { builder } from '../core/builder.ts';
import { toolCalls } from '../cost/call-cost.ts';
import { deletedType } from '../errors/deleted-type.ts';
import { InvalidInputError } from '../errors/errors.ts';
import { checkInput } from '../core/input.ts';
import { eachLoader, perOperation } from '../core/loader.ts';
import { mutationResult } from '../errors/mutation-result.ts';
import { ofConvo } from '../core/ownership.ts';
import { isUuid } from './uuid.ts';
import { WebhookTrigger } from './vocabulary.ts';

const Webhook = builder.objectRef<WebhookRecord>('Webhook').implement({
  description: 'A subscription: an address that is sent a payload whenever the trigger happens.',
  extensions: ofConvo,
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Id, a UUID.' }),
    trigger: t.expose('trigger', { type: WebhookTrigger, nullable: false, description: 'What must happen.' }),
    url: t.expose('url', { type: 'URL', nullable: false, description: 'Where payloads go.' }),
    externalId: t.exposeString('externalId', { description: 'The id that the subscriber gave it.' }),
  }),
});

type Trigger = (typeof webhookTriggers)[keyof typeof webhookTriggers];

// No tool gets one, so other subgraphs can name it and this one does not find it.
builder.asEntity(Webhook, {
  key: builder.keyDirective(builder.selection<{ id: string }>('id'), false),
  resolveReference: () => null,
});

interface WebhookSampleRecord {
  trigger: Trigger;
  payload: NonNullable<unknown>;
}

const WebhookSample = builder.objectRef<WebhookSampleRecord>('WebhookSample').implement({
  description: 'What a trigger sends, by example.',
  extensions: ofConvo,
  fields: (t) => ({
    trigger: t.expose('trigger', { type: WebhookTrigger, nullable: false, description: 'The trigger.' }),
    payload: t.field({
      type: 'JSON',
      nullable: false,
      description: 'The body as it is sent.',
      resolve: ({ payload }) => payload,
    }),
  }),
});

const sampleLoader = perOperation(({ convo }) => eachLoader((trigger: Trigger) => convo.webhookSample(trigger)));

builder.queryField('webhookSample', (t) =>
  t.field({
    type: WebhookSample,
    extensions: toolCalls({ shared: [{ tool: 'webhook_sample_get' }] }),
    description: 'A sample of what a trigger sends. One webhook_sample_get.',
    args: { trigger: t.arg({ type: WebhookTrigger, required: true, description: 'The trigger.' }) },
    resolve: (_, { trigger }, context) => sampleLoader(context).load(trigger),
  }),
);

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'A new subscription.',
  fields: (t) => ({
    trigger: t.field({ type: WebhookTrigger, required: true, description: 'What must happen.' }),
    url: t.field({
      type: 'URL',
      required: true,
      description: `Where payloads go: https, not an address of a private network, at most ${webhookLimits.url} characters.`,
    }),
    externalId: t.string({ description: `Your own id, at most ${webhookLimits.externalId} characters.` }),
  }),
});

const CreateWebhookSuccess = builder.objectRef<{ webhook: WebhookRecord }>('CreateWebhookSuccess').implement({
  description: 'The subscription holds.',
  fields: (t) => ({
    webhook: t.expose('webhook', { type: Webhook, nullable: false, description: 'The subscription.' }),
    secret: t.string({
      description:
        'Secret that deliveries are signed with. Returned only here: store it now. Null when the platform that delivers does not say one.',
      resolve: ({ webhook }) => webhook.secret,
    }),
  }),
});

const createWebhook = mutationResult({
  connector: 'convo',
  name: 'CreateWebhook',
  description: 'How createWebhook ended.',
  problems: ['ConflictProblem'],
  success: CreateWebhookSuccess,
  inputPath: ['input'],
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

builder.mutationField('createWebhook', (t) =>
  t.field({
    type: createWebhook.type,
    nullable: false,
    description:
      'Subscribe an address to a trigger. The same address twice is a ConflictProblem. One webhook_create, never sent twice.',
    args: { input: t.arg({ type: CreateWebhookInput, required: true, description: 'The new subscription.' }) },
    resolve: (_, { input }, context) =>
      createWebhook.run(context, async () => {
        checkInput(inputRules, input, ['input']);
        const { trigger, url, externalId } = input;
        const { id, record } = await context.convo.createWebhook({
          trigger,
          url: url.href,
          externalId: externalId ?? undefined,
        });
        // No tool gets a webhook: without a record it is what was asked for.
        return { webhook: record ?? { id, trigger, url: url.href, externalId: externalId ?? null, secret: null } };
      }),
  }),
);

const deleteWebhook = mutationResult({
  connector: 'convo',
  name: 'DeleteWebhook',
  description: 'How deleteWebhook ended.',
  problems: ['NotFoundProblem'],
  success: deletedType('DeleteWebhook'),
});

builder.mutationField('deleteWebhook', (t) =>
  t.field({
    type: deleteWebhook.type,
    nullable: false,
    description: 'End a subscription. One webhook_delete.',
    args: { id: t.arg.id({ required: true, description: 'Id of the subscription, a UUID.' }) },
    resolve: (_, { id }, context) =>
      deleteWebhook.run(context, async () => {
        if (!isUuid(id)) throw new InvalidInputError([{ path: ['id'], message: 'must be a UUID' }]);
        await context.convo.deleteWebhook(id);
        return { deletedId: id };
      }),
  }),
);
