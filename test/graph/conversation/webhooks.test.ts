import { afterEach, describe, expect, it } from 'vitest';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { acme, ada, uuid, zenith, zoe } from '../../platform/services/conversation/conversation-records.ts';
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

  const create = async (input: CreateWebhookInput, as = 'ada') => {
    const { data, toolCalls } = await graph.ask(SubscribeWebhookDocument, { input }, { as });
    return { result: data.createWebhook, toolCalls };
  };
  const end = async (id: string, as = 'ada') =>
    (await graph.ask(EndWebhookDocument, { id }, { as })).data.deleteWebhook;
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
    [
      'an external id of 192 characters',
      { externalId: 'y'.repeat(192) },
      'externalId',
      'must be at most 191 characters',
    ],
    ['an empty external id', { externalId: '' }, 'externalId', 'must not be empty'],
    ['another protocol', { url: 'ftp://hooks.acme.example/' }, 'url', 'must be an http or https address'],
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

  const isPrivate = 'must not lead to a loopback or private address';

  it.each([
    ['http://hooks.acme.example/', 'must begin with https://'],
    ['https://127.0.0.1/in', isPrivate],
    ['https://localhost:8080/', isPrivate],
    ['https://169.254.169.254/latest/meta-data', isPrivate],
    ['https://10.1.2.3/', isPrivate],
    ['https://2130706433/', isPrivate],
    ['https://[::1]/', isPrivate],
    ['https://[::ffff:192.168.0.1]/', isPrivate],
    ['https://ada:secret@hooks.acme.example/', 'must not contain a user name or password'],
  ])('are rejected by the service: %s', async (address, message) => {
    const { result } = await create({ trigger, url: address });

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
    const other = await create({ trigger: 'CONVERSATION_PLAYED', url });
    const zoes = await create({ trigger, url }, 'zoe');

    expect(again.result).toEqual({
      __typename: 'ConflictProblem',
      code: 'CONFLICT',
      message: `A webhook for conversation_shared with the URL ${url} already exists.`,
    });
    expect([other, zoes].map(({ result }) => result.__typename)).toEqual([
      'CreateWebhookSuccess',
      'CreateWebhookSuccess',
    ]);
    expect((await stored()).map((row) => [row.organization_id, row.trigger, row.created_by, row.external_id])).toEqual(
      expect.arrayContaining([
        [acme, 'conversation_shared', ada, null],
        [acme, 'conversation_played', ada, null],
        [zenith, 'conversation_shared', zoe, null],
      ]),
    );
  });

  it('return the secret of a platform that signs its requests', async () => {
    const id = uuid('signed');
    graph.tools.replace('webhook_create', async () => ({ id, trigger: 'conversation_shared', url, secret: 'whsec_1' }));
    const { result } = await create({ trigger, url });

    expect(result).toMatchObject({ __typename: 'CreateWebhookSuccess', webhook: { id }, secret: 'whsec_1' });
  });

  it('are not created again if the outcome of the first call is unknown', async () => {
    const lost = new ToolError({ code: 'UPSTREAM_TIMEOUT', tool: 'webhook_create', message: 'Too slow.' });
    graph.tools.replace('webhook_create', () => Promise.reject(lost));
    const { result, toolCalls } = await create({ trigger, url });

    expect(result).toEqual({
      __typename: 'UpstreamProblem',
      code: 'UPSTREAM_TIMEOUT',
      message: 'Too slow. It may have taken effect anyway; check before you retry.',
      tool: 'webhook_create',
      isRetryable: false,
    });
    expect(toolCalls).toEqual([called('webhook_create')]);
  });

  async function created(as: string): Promise<string> {
    const { result } = await create({ trigger, url }, as);
    if (result.__typename !== 'CreateWebhookSuccess') throw new Error(result.message);
    return result.webhook.id;
  }

  it('are deleted', async () => {
    const id = await created('ada');

    expect(await end(id)).toEqual({ __typename: 'DeleteWebhookSuccess', deletedId: id });
    expect(await stored()).toEqual([]);
    expect(await end(id)).toEqual({
      __typename: 'NotFoundProblem',
      code: 'NOT_FOUND',
      message: `There is no webhook with the id "${id}".`,
    });
  });

  it('of another organization cannot be deleted; the message is the same as for an unknown id', async () => {
    const id = await created('zoe');
    const [others, unknown] = [await end(id), await end(uuid('unknown webhook'))];

    expect(others).toEqual({
      __typename: 'NotFoundProblem',
      code: 'NOT_FOUND',
      message: `There is no webhook with the id "${id}".`,
    });
    expect(JSON.stringify(unknown).replace(uuid('unknown webhook'), id)).toBe(JSON.stringify(others));
    expect(await stored()).toHaveLength(1);
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
