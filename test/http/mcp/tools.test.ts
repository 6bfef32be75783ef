import { beforeEach, describe, expect, it } from 'vitest';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { useResource } from '../../support/resource.ts';
import { useLog } from '../../support/log-capture.ts';
import { startHttpGraph } from '../http-graph.ts';
import { documents, someId } from './documents.ts';
import { connectClient, startDocumentFolder } from './mcp-lab.ts';

const folder = useResource(startDocumentFolder);
const requestId = expect.stringMatching(/^[\w-]{36}$/);

describe('a tool', () => {
  const { log, lines } = useLog();
  const graph = useResource(() => startHttpGraph({ log, environment: { MCP_DOCUMENTS: folder.path } }));
  const assistant = useResource(() => connectClient(graph.origin, { 'x-test-caller': 'ben' }));
  beforeEach(() => graph.tools.restore());

  it('has the name, comment and variables of its document, and says whether it writes', async () => {
    const { tools } = await assistant.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'Cities',
      'Lists',
      'Outline',
      'Outputs',
      'Users',
      'CreateList',
      'DeleteWebhook',
    ]);
    expect(tools[0]).toEqual({
      name: 'Cities',
      description: 'The cities of signals.',
      inputSchema: {
        type: 'object',
        properties: {
          search: {
            type: ['string', 'null'],
            description: 'Words or parts of words that the name must contain, in any order.',
          },
          first: { type: ['integer', 'null'], description: 'Maximum number of nodes to return, 1 to 100.', default: 5 },
        },
      },
      annotations: { readOnlyHint: true },
    });
    expect(tools[5]).toEqual({
      name: 'CreateList',
      description: 'Creates a private list.',
      inputSchema: {
        type: 'object',
        properties: { name: { type: 'string', description: 'Display name, 1 to 200 characters.' } },
        required: ['name'],
      },
      annotations: { readOnlyHint: false, destructiveHint: true },
    });
  });

  it('runs its document for the caller, and returns the result as JSON text and as an object', async () => {
    const created = await assistant.call('CreateList', { name: 'Founders' });
    const result = { data: { createList: { list: { name: 'Founders' } } } };

    expect(created).toEqual({ content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result });
    expect(graph.tools.calls).toMatchObject([{ tool: 'lists_create', identifier: 'ben' }]);
    expect(await graph.listNames()).toEqual([]);
    expect((await assistant.call('Lists')).structuredContent).toMatchObject({
      data: { lists: [{ name: 'Founders' }] },
    });
  });

  it('is logged like an operation at /graphql', async () => {
    await assistant.call('Cities', { search: 'Bern' });
    const query = documents['cities.graphql'];
    await graph.send({ query, variables: { search: 'Bern' } }, { 'x-test-caller': 'ben' });

    const [atMcp, atGraph] = lines;
    expect(atMcp).toEqual({
      ...atGraph,
      msg: 'POST /mcp',
      requestId,
      durationMs: expect.any(Number),
    });
    expect(atMcp).toMatchObject({ identifier: 'ben', operation: 'Cities', toolCalls: 1, status: 200 });
  });

  it('is measured like an operation at /graphql', async () => {
    const measured = async () => {
      const text = await (await graph.app.fetchMetrics(new Request('http://localhost/metrics'))).text();
      const values = [
        'graphql_cost_actual_count',
        'graphql_server_errors_total{code="BAD_USER_INPUT"}',
        'graphql_cost_estimated_count',
      ];
      return values.map((name) =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(`${name} `))
            ?.split(' ')
            .at(-1) ?? 0,
        ),
      );
    };
    const before = await measured();
    await assistant.call('Cities');
    await assistant.call('CreateList');

    expect(await measured()).toEqual(before.map((value) => value + 1));
  });

  it('lists the tool calls only if the client asks for them', async () => {
    const curious = await connectClient(graph.origin, { 'x-tool-trace': '1' });
    const { structuredContent } = await curious.call('Lists');
    await curious.close();

    expect(structuredContent).toMatchObject({ extensions: { toolCalls: [{ tool: 'lists_list' }] } });
    expect((await assistant.call('Lists')).structuredContent).not.toHaveProperty('extensions');
  });

  it.each(['', 'x'])('returns a large result unchanged, also if a part ends within a character: %j', async (offset) => {
    const name = '😀'.repeat(99);
    const items = Array.from({ length: 6_000 }, (_, index) => ({ id: `${offset}${index}`, name }));
    graph.tools.replace('lists_list', async () => ({ items, total: items.length, page: 1 }));
    const { content, structuredContent } = await assistant.call('Lists');

    expect(content[0].text.length).toBeGreaterThan(1_200_000);
    expect(structuredContent).toEqual({ data: { lists: items } });
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  });

  it('meets the simulated failures that the client asks for in development', async () => {
    const unlucky = await connectClient(graph.origin, { 'x-simulate': 'lists_list=RATE_LIMITED' });
    const { structuredContent } = await unlucky.call('Lists');
    await unlucky.close();
    expect(structuredContent).toMatchObject({
      data: { lists: null },
      errors: [{ extensions: { code: 'RATE_LIMITED' } }],
    });
  });

  it('reports a failing tool as an error if nothing is left', async () => {
    graph.tools.replace('cities_list', async () => {
      throw new ToolError({ code: 'CONNECTION_EXPIRED', message: 'expired' });
    });
    const result = await assistant.call('Cities');

    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({
      data: { cities: null },
      errors: [{ path: ['cities'], extensions: { code: 'CONNECTION_EXPIRED' } }],
    });
    expect(lines.at(-1)).toMatchObject({ errorCodes: ['CONNECTION_EXPIRED'], status: 200 });
  });

  it('reports an id that is none as an error', async () => {
    const { isError, structuredContent } = await assistant.call('Outline', { id: 'the call with Maya' });

    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({
      data: { activity: null },
      errors: [{ path: ['activity'], extensions: { code: 'BAD_USER_INPUT' } }],
    });
    expect(graph.tools.calls).toEqual([]);
  });

  it('returns what a failing tool leaves, with its error', async () => {
    graph.tools.replace('summary_get', () => Promise.reject(new ToolError({ code: 'UPSTREAM_ERROR', message: 'No.' })));
    const result = await assistant.call('Outline', { id: someId });

    expect(result).not.toHaveProperty('isError');
    expect(result.structuredContent).toMatchObject({ data: { activity: { summary: null } }, errors: [{}] });
  });

  type Refusal = [what: string, tool: string, variables: Record<string, unknown>, code: string, message: string];
  it.each<Refusal>([
    ['a missing variable', 'CreateList', {}, 'BAD_USER_INPUT', 'Variable "$name" of required type "String!"'],
    ['a wrong type', 'CreateList', { name: 5 }, 'BAD_USER_INPUT', 'Variable "$name" got invalid value'],
    [
      'an unknown argument',
      'CreateList',
      { name: 'x', nam: 'y' },
      'BAD_USER_INPUT',
      'The tool has no argument "nam"; its arguments are name.',
    ],
    [
      'too many calls',
      'Outputs',
      { first: 100 },
      'TOOL_CALL_BUDGET_EXCEEDED',
      'This operation needs at least 301 tool calls; the limit is 200.',
    ],
  ])('reports %s as an error that the model can read, and calls nothing', async (_, tool, variables, code, message) => {
    const { isError, structuredContent, content } = await assistant.call(tool, variables);

    expect(isError).toBe(true);
    expect(structuredContent.errors).toMatchObject([
      { message: expect.stringContaining(message), extensions: { code } },
    ]);
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
    expect(graph.tools.calls).toEqual([]);
    expect(lines.at(-1)).toMatchObject({ operation: tool, errorCodes: [code], status: 200 });
  });
});
