import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { payloadId as id, toolPayloads } from '../../support/platform/tool-payloads.ts';
import { useGraph } from '../../support/graph/test-graph.ts';

describe('a tool that the platform does not have', () => {
  const graph = useGraph();

  const without = (missing: string) => {
    for (const [tool, payload] of Object.entries(toolPayloads)) graph.tools.replace(tool, async () => payload);
    const message = 'There is no tool with this name.';
    graph.tools.replace(missing, () =>
      Promise.reject(new ToolError({ code: 'NOT_SUPPORTED', tool: missing, message })),
    );
  };
  const send = (document: string) => graph.execute<Record<string, unknown>, object>({ toString: () => document }, {});

  it.each([
    [
      'signals_entries',
      '{ signals(first: 1) { nodes { id lists { id } } } }',
      { signals: { nodes: [{ id, lists: null }] } },
    ],
    ['questions_get', `{ activity(id: "${id}") { id questions { text } } }`, { activity: { id, questions: null } }],
    ['cities_list', '{ cities { nodes { name } } lists { id } }', { cities: null, lists: [{ id }] }],
  ])('nulls the fields over %s', async (tool, document, expected) => {
    without(tool);
    const { data, errors } = await send(document);

    expect(data).toEqual(expected);
    expect(errors.map(({ extensions }) => extensions)).toMatchObject([
      { code: 'NOT_SUPPORTED', tool, isRetryable: false },
    ]);
  });

  it('is an UpstreamProblem of a mutation', async () => {
    without('lists_create');
    const { data, errors } = await send(
      `mutation { createList(input: { name: "New" }) { __typename ... on UpstreamProblem { code tool isRetryable message } } }`,
    );

    expect(errors).toEqual([]);
    expect(data).toEqual({
      createList: {
        __typename: 'UpstreamProblem',
        code: 'NOT_SUPPORTED',
        tool: 'lists_create',
        isRetryable: false,
        message: 'There is no tool with this name.',
      },
    });
  });
});
