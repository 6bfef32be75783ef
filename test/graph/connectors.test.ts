import { describe, expect, it } from 'vitest';
import { ToolError } from '../../src/tools/errors/tool-error.ts';
import { talentTools } from '../../src/tools/talent/talent-tools.ts';
import { ConnectorsDocument, ConnectorStatusesDocument } from '../support/generated/operations.ts';
import { startGraph, useGraph } from '../support/graph/test-graph.ts';

describe('the connectors field', () => {
  const graph = useGraph(() =>
    startGraph({ environment: { TALENT_CONNECTION: 'Talent (EU)', TALENT_TOOL_PREFIX: 'acme_' } }),
  );

  it('returns the exact connection name, and the tools under their platform names', async () => {
    const { data, toolCalls } = await graph.ask(ConnectorsDocument, {});
    const connector = data.connectors.find(({ kind }) => kind === 'TALENT');

    expect(connector).toMatchObject({ kind: 'TALENT', connectionName: 'Talent (EU)', status: 'ACTIVE' });
    expect(connector?.tools?.map(({ name }) => name)).toEqual(Object.keys(talentTools).map((name) => `acme_${name}`));
    expect(connector?.tools).toHaveLength(26);
    expect(connector?.tools?.find(({ name }) => name === 'acme_lists_update')).toEqual({
      name: 'acme_lists_update',
      description: 'Rename a list.',
      readOnly: false,
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          id: { type: 'string', minLength: 1, description: 'Id of the list.' },
          name: {
            type: 'string',
            minLength: 1,
            maxLength: 200,
            description: 'Display name, 1 to 200 characters.',
          },
        },
        required: ['id', 'name'],
        additionalProperties: false,
      },
    });
    expect(toolCalls.map(({ tool }) => tool)).toEqual(['test_tool_xyz']);
  });

  it('reports which tools only read', async () => {
    const { data } = await graph.ask(ConnectorsDocument, {});

    expect(
      data.connectors
        .find(({ kind }) => kind === 'TALENT')
        ?.tools?.filter(({ readOnly }) => !readOnly)
        .map(({ name }) => name),
    ).toEqual(
      [
        'lists_create',
        'lists_update',
        'lists_delete',
        'list_entries_create',
        'list_entries_delete',
        'searches_create',
        'searches_update',
        'searches_duplicate',
        'searches_delete',
        'signal_mark_viewed',
        'signal_screen',
        'signal_unscreen',
      ].map((name) => `acme_${name}`),
    );
  });

  it('reports DISCONNECTED for a caller without an account', async () => {
    const { data } = await graph.ask(ConnectorStatusesDocument, {}, { as: 'stranger' });

    expect(data.connectors.find(({ kind }) => kind === 'TALENT')).toEqual({
      kind: 'TALENT',
      status: 'DISCONNECTED',
      tools: null,
    });
  });

  it.each([
    ['EXPIRED', 'CONNECTION_EXPIRED'],
    ['DISCONNECTED', 'NOT_CONNECTED'],
    ['UNREACHABLE', 'UPSTREAM_UNAVAILABLE'],
    ['UNREACHABLE', 'UPSTREAM_TIMEOUT'],
  ] as const)('reports %s when listing the tools fails with %s', async (status, code) => {
    graph.tools.beforeListing(() => Promise.reject(new ToolError({ code, tool: 'list_tools', message: 'No.' })));
    const { data } = await graph.ask(ConnectorStatusesDocument, {});

    expect(data.connectors.find(({ kind }) => kind === 'TALENT')).toEqual({ kind: 'TALENT', status, tools: null });
  });

  it('reports UNREACHABLE when the transport fails in any other way', async () => {
    graph.tools.beforeListing(() => Promise.reject(new Error('socket hang up')));
    const { data } = await graph.ask(ConnectorStatusesDocument, {});

    expect(data.connectors.find(({ kind }) => kind === 'TALENT')).toEqual({
      kind: 'TALENT',
      status: 'UNREACHABLE',
      tools: null,
    });
  });

  it('tests the conversation account with its test tool', async () => {
    const { data, toolCalls } = await graph.ask(ConnectorStatusesDocument, {}, { as: 'demo' });
    expect(data.connectors.map(({ kind, status, tools }) => [kind, status, tools?.length])).toEqual([
      ['TALENT', 'ACTIVE', 26],
      ['CONVO', 'ACTIVE', 18],
    ]);
    expect(toolCalls.map(({ tool, keys }) => [tool, keys])).toEqual([['test_tool_xyz', 1]]);

    graph.tools.beforeListing(() => Promise.reject(new Error('socket hang up')));
    const unlisted = await graph.ask(ConnectorStatusesDocument, {}, { as: 'demo' });
    expect(unlisted.data.connectors.find(({ kind }) => kind === 'CONVO')).toEqual({
      kind: 'CONVO',
      status: 'ACTIVE',
      tools: null,
    });
  });

  it('tests the conversation account by listing its tools if the platform has no test tool', async () => {
    const message = 'There is no tool named "convo_test_tool_xyz".';
    graph.tools.replace('test_tool_xyz', () => Promise.reject(new ToolError({ code: 'NOT_SUPPORTED', message })));
    const { data } = await graph.ask(ConnectorStatusesDocument, {}, { as: 'demo' });

    expect(data.connectors.map(({ kind, status }) => [kind, status])).toEqual([
      ['TALENT', 'ACTIVE'],
      ['CONVO', 'ACTIVE'],
    ]);
  });

  it('lists the tools of each connection once', async () => {
    let listings = 0;
    graph.tools.beforeListing(async () => void (listings += 1));
    await graph.ask(ConnectorStatusesDocument, {});

    expect(listings).toBe(2);
  });
});
