import {
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
} from '@modelcontextprotocol/sdk/client/auth.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scopes } from '../../../src/tools/tool.ts';
import { createSigningKey, sign, startIssuer } from '../../support/network/token-issuer.ts';
import { useClosing, useResource } from '../../support/resource.ts';
import { createListBody, startHttpGraph } from '../http-graph.ts';
import { documents, someId } from './documents.ts';
import { connectClient, postMessage, startDocumentFolder } from './mcp-lab.ts';

const folder = useResource(startDocumentFolder);

describe('TRUSTED_DOCUMENTS', () => {
  const graph = useResource(async () => {
    const manifest = await folder.write('manifest.json', '{ "1": "query Viewer { viewer { identifier } }" }');
    const environment = { MCP_DOCUMENTS: folder.path, TRUSTED_DOCUMENTS: manifest };
    return startHttpGraph({ environment });
  });

  it('does not forbid the documents of assistants, but the same documents of clients', async () => {
    const assistant = await connectClient(graph.origin);
    const { structuredContent } = await assistant.call('Lists');
    await assistant.close();
    const sent = await graph.send({ query: documents['lists.graphql'] });

    expect(structuredContent).toEqual({ data: { lists: [] } });
    expect(sent).toMatchObject({ status: 403, errors: [{ extensions: { code: 'QUERY_NOT_IN_SAFELIST' } }] });
  });
});

describe('the limits of a caller', () => {
  const closing = useClosing();
  const start = async (options: Parameters<typeof startHttpGraph>[0]) => {
    const environment = { MCP_DOCUMENTS: folder.path, ...options?.environment };
    const graph = closing(await startHttpGraph({ ...options, environment }));
    return { graph, assistant: closing(await connectClient(graph.origin)) };
  };

  it('include the cost limit', async () => {
    const { graph, assistant } = await start({ environment: { COST_LIMIT: '15' } });
    const { isError, structuredContent } = await assistant.call('Lists');

    expect([isError, structuredContent.errors]).toMatchObject([
      true,
      [{ extensions: { code: 'COST_ESTIMATED_TOO_EXPENSIVE' } }],
    ]);
    expect(graph.tools.calls).toEqual([]);
  });

  it('are the points that /graphql also spends', async () => {
    const { graph, assistant } = await start({ environment: { RATE_LIMIT: '25' } });
    const first = await graph.send({ query: createListBody.document('One') });
    const { isError, structuredContent } = await assistant.call('Lists');

    expect(first.headers.get('ratelimit')).toContain('r=14;');
    expect([isError, structuredContent.errors]).toMatchObject([
      true,
      [{ extensions: { code: 'RATE_LIMITED', isRetryable: true, retryAt: expect.any(String) } }],
    ]);
    expect(graph.tools.calls.map(({ tool }) => tool)).toEqual(['lists_create']);
  });

  it('are the slots that /graphql also occupies', async () => {
    const slotLimits = { maxRunning: 1, maxWaiting: 0, maxWaitMs: 60_000, maxSubscriptions: 1 };
    const { graph, assistant } = await start({ slotLimits });
    const gate = graph.tools.block('lists_list');
    const query = graph.send({ query: '{ lists { id } }' });
    await gate.whenWaiting(1);
    const { isError, structuredContent } = await assistant.call('Cities');
    gate.open();

    expect((await query).status).toBe(200);
    expect([isError, structuredContent.errors]).toMatchObject([true, [{ extensions: { code: 'RATE_LIMITED' } }]]);
    expect(graph.tools.calls.map(({ tool }) => tool)).toEqual(['lists_list']);
  });
});

describe('a token', async () => {
  const key = await createSigningKey('key-1');
  const issuer = useResource(() => startIssuer(key));
  const graph = useResource(() =>
    startHttpGraph({ environment: { ...issuer.environment, MCP_DOCUMENTS: folder.path } }),
  );
  beforeAll(() => graph.connect('convo', { identifier: 'ada', userId: someId }));
  beforeEach(() => graph.tools.restore());

  const uses = {
    'talent:read': ['Lists', {}],
    'talent:write': ['CreateList', { name: 'New' }],
    'convo:read': ['Users', {}],
    'convo:write': ['DeleteWebhook', { id: someId }],
  } as const;

  /** The scope that each tool needs. The server lists tools in this order, that of their files. */
  const documentScopes: Record<string, string> = {
    Cities: 'talent:read',
    Lists: 'talent:read',
    Outline: 'convo:read',
    Outputs: 'convo:read',
    Users: 'convo:read',
    CreateList: 'talent:write',
    DeleteWebhook: 'convo:write',
  };

  it('is issued where the metadata of the resource says', async () => {
    const challenge = await postMessage(graph.origin, { id: 1, method: 'tools/list' });
    const { resourceMetadataUrl = '' } = extractWWWAuthenticateParams(challenge);
    const found = await discoverOAuthProtectedResourceMetadata(`${graph.origin}/mcp`, { resourceMetadataUrl });

    expect(found).toEqual({
      resource: `${graph.origin}/mcp`,
      authorization_servers: [issuer.environment.AUTH_ISSUER],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
    });
    const whole = await fetch(`${graph.origin}/.well-known/oauth-protected-resource`);
    expect(await whole.json()).toEqual({ ...found, resource: graph.origin });
  });

  it.each(scopes)('with the scope %s can use its tools, and no others', async (scope) => {
    const assistant = await connectClient(graph.origin, { authorization: `Bearer ${await sign(key, { scope })}` });
    const allowed: string[] = [];
    for (const [needed, [name, variables]] of Object.entries(uses)) {
      const { content } = await assistant.call(name, variables);
      if (!content[0].text.includes('FORBIDDEN')) allowed.push(needed);
    }
    const { tools } = await assistant.client.listTools();
    await assistant.close();

    expect(allowed).toEqual([scope]);
    expect(tools.map(({ name }) => name)).toEqual(
      Object.keys(documentScopes).filter((name) => documentScopes[name] === scope),
    );
    expect(graph.tools.calls).toHaveLength(1);
  });

  it.each([
    ['is required', {}],
    ['must not be expired', { exp: 1 }],
  ])('%s', async (_, claims) => {
    const headers = 'exp' in claims ? { authorization: `Bearer ${await sign(key, claims)}` } : {};
    const response = await postMessage(graph.origin, { id: 1, method: 'tools/list' }, headers);

    const metadata = `${graph.origin}/.well-known/oauth-protected-resource/mcp`;
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${metadata}"`,
    ]);
    expect(await response.json()).toMatchObject({
      id: null,
      error: { code: -32_000, data: { code: 'UNAUTHENTICATED' } },
    });
    await expect(connectClient(graph.origin, headers)).rejects.toThrow('The request needs a valid bearer token.');
  });
});
