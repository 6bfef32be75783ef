import { afterEach, describe, expect, it } from 'vitest';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { acme, ada } from '../../platform/services/conversation/conversation-records.ts';
import {
  type CreateWebhookInput,
  EndWebhookDocument,
  SubscribeWebhookDocument,
  type WebhookTrigger,
} from '../../support/generated/operations.ts';
import { called } from '../../support/graph/expected-tool-calls.ts';
import { inputsOf, useConversationGraph } from './conversation-graph.ts';

const anyUuid = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
const trigger = 'CONVERSATION_SHARED';
const url = 'https://hooks.acme.example/in?key=1';
/** A URL of the given length. */
const long = (length: number) => `https://hooks.acme.example/${'x'.repeat(length - 27)}`;

describe('webhooks', () => {
  const graph = useConversationGraph();

  afterEach(async () => {
    await graph.db.deleteFrom('convo_webhooks').execute();
  });

  const create = async (input: CreateWebhookInput) => {
    const { data, toolCalls } = await graph.ask(SubscribeWebhookDocument, { input });
    return { result: data.createWebhook, toolCalls };
  };
  const end = async (id: string) => (await graph.ask(EndWebhookDocument, { id })).data.deleteWebhook;
  const stored = () =>
    graph.db
      .selectFrom('convo_webhooks')
      .select(['organization_id', 'trigger', 'url', 'external_id', 'created_by'])
      .orderBy('created_by')
      .execute();

  it('are created in one call and returned with all fields', async () => {
    const { result, toolCalls } = await create({ trigger, url, externalId: 'crm-7' });

    expect(result).toEqual({
      __typename: 'CreateWebhookSuccess',
      webhook: { id: anyUuid, trigger, url, externalId: 'crm-7' },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    expect(toolCalls).toEqual([called('webhook_create')]);
    expect(await stored()).toEqual([
      { organization_id: acme, trigger: 'conversation_shared', url, external_id: 'crm-7', created_by: ada },
    ]);
  });

  it.each<WebhookTrigger>([
    'COACHING_FEEDBACK_COMPLETED',
    'CONVERSATION_SHARED',
    'CONVERSATION_EXPORTED',
    'CONVERSATION_PROCESSED',
    'CONVERSATION_PLAYED',
  ])('are created for %s with a URL of 191 characters', async (each) => {
    const { result } = await create({ trigger: each, url: long(191), externalId: 'y'.repeat(191) });

    expect(result).toMatchObject({ webhook: { trigger: each, url: long(191), externalId: 'y'.repeat(191) } });
    expect(inputsOf(graph, 'webhook_create')).toMatchObject([{ trigger: each.toLowerCase() }]);
  });

  it.each<[string, Partial<CreateWebhookInput>, string, string]>([
    ['a URL of 192 characters', { url: long(192) }, 'url', 'must be at most 191 characters'],
    ['an empty external id', { externalId: '' }, 'externalId', 'must not be empty'],
  ])('are rejected without a call: %s', async (_what, fields, field, message) => {
    const { result, toolCalls } = await create({ trigger, url, ...fields });

    expect(result).toMatchObject({
      __typename: 'InvalidInputProblem',
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['input', field], message }],
    });
    expect(toolCalls).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  it('are rejected by the service with a private address', async () => {
    const { result } = await create({ trigger, url: 'https://10.1.2.3/' });
    const message = 'must not lead to a loopback or private address';

    expect(result).toMatchObject({
      __typename: 'InvalidInputProblem',
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['input', 'url'], message }],
    });
    expect(await stored()).toEqual([]);
  });

  it('are rejected when the organization already has one with the same URL and trigger', async () => {
    await create({ trigger, url });
    const again = await create({ trigger, url, externalId: 'another' });

    expect(again.result).toEqual({
      __typename: 'ConflictProblem',
      code: 'CONFLICT',
      message: `A webhook for conversation_shared with the URL ${url} already exists.`,
    });
    expect((await stored()).map((row) => row.external_id)).toEqual([null]);
  });

  it('are not created again if the outcome of the first call is unknown', async () => {
    const lost = new ToolError({ code: 'UPSTREAM_TIMEOUT', tool: 'webhook_create', message: 'Too slow.' });
    graph.tools.replace('webhook_create', () => Promise.reject(lost));
    const { result, toolCalls } = await create({ trigger, url });

    expect(result).toEqual({
      __typename: 'UpstreamProblem',
      code: 'OUTCOME_UNKNOWN',
      message: 'Too slow. It may have taken effect anyway; check before you retry.',
      tool: 'webhook_create',
      isRetryable: false,
    });
    // The graph retries the call with the same idempotency key.
    expect(toolCalls.map(({ tool }) => tool)).toEqual(Array(3).fill('webhook_create'));
  });

  it('are deleted', async () => {
    const { result } = await create({ trigger, url });
    const id = result.__typename === 'CreateWebhookSuccess' ? result.webhook.id : '';

    expect(await end(id)).toEqual({ __typename: 'DeleteWebhookSuccess', deletedId: id });
    expect(await stored()).toEqual([]);
    expect(await end(id)).toEqual({
      __typename: 'NotFoundProblem',
      code: 'NOT_FOUND',
      message: `There is no webhook with the id "${id}".`,
    });
  });

  it('with an id that is not a UUID are rejected without a call', async () => {
    expect(await end('garbage')).toEqual({
      __typename: 'InvalidInputProblem',
      code: 'BAD_USER_INPUT',
      message: 'id must be a UUID.',
      issues: [{ path: ['id'], message: 'must be a UUID' }],
    });
    expect(graph.tools.calls).toEqual([]);
  });
});
