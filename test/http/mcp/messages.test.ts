import { describe, expect, it, vi } from 'vitest';
import { turnsOfWork } from '../../../src/operation/work-turns.ts';
import { useLog } from '../../support/log-capture.ts';
import { useResource } from '../../support/resource.ts';
import { startHttpGraph } from '../http-graph.ts';
import { connectClient, startDocumentFolder } from './mcp-lab.ts';
import { sendRaw } from '../../support/network/raw-request.ts';

const folder = useResource(startDocumentFolder);

const request = (method: string, params?: object) => JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
const call = request('tools/call', { name: 'CreateList', arguments: { name: 'Forged' } });

describe('/mcp', () => {
  const { log, lines } = useLog();
  const graph = useResource(() =>
    startHttpGraph({ log, environment: { MCP_DOCUMENTS: folder.path, CORS_ORIGINS: 'https://app.example.com' } }),
  );

  const accepted = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const post = (body: string, headers: Record<string, string> = {}) =>
    sendRaw(`${graph.origin}/mcp`, { method: 'POST', headers: { ...accepted, ...headers }, body });

  it('ignores that a call should run as a task, because the server has none', async () => {
    const params = { name: 'CreateList', arguments: { name: 'Untasked' }, task: { ttl: 60_000 } };
    const { text } = await post(request('tools/call', params));

    expect(JSON.parse(text)).toMatchObject({ id: 7, result: { content: [{ type: 'text' }] } });
    expect(await graph.listNames()).toContain('Untasked');
  });

  it.each([
    ['a turn', 'long', 10_000, 1],
    ['no turn', 'short, such as a cancellation', 10, 0],
  ])('takes %s before it decodes a message that is %s', async (_, __, length, turns) => {
    const take = vi.fn<() => Promise<void>>(async () => {});
    using _spy = vi.spyOn(turnsOfWork, 'open').mockReturnValue({ isDue: true, take });
    expect(await post(`{"jsonrpc${'c'.repeat(length)}`)).toMatchObject({ status: 400 });
    expect(take).toHaveBeenCalledTimes(turns);
  });

  type Failure = [status: number, id: number | null, code: number, message: string];
  const notOneMessage = 'The body must be one message of JSON-RPC 2.0';
  const unread = (code: number, message: string, status = 400): Failure => [status, null, code, message];
  const invalid = (message: string): Failure => [200, 7, -32_602, message];
  it.each<[what: string, body: string, error: Failure]>([
    ['a body that is not JSON', '{"jsonrpc"', unread(-32_700, 'The body must be JSON.')],
    ['an empty body', '', unread(-32_700, 'The body must be JSON.')],
    ['a batch', `[${call}]`, unread(-32_600, `${notOneMessage}, not a batch.`)],
    ['another JSON value', '{"query":"{ lists { id } }"}', unread(-32_600, `${notOneMessage}.`)],
    ['another version', call.replace('2.0', '1.0'), unread(-32_600, `${notOneMessage}.`)],
    [
      'too many values',
      `[${'1,'.repeat(30_000)}1]`,
      unread(-32_000, 'The JSON of a request must have at most 25000 values.', 413),
    ],
    [
      'a body that is too long',
      request('ping', { text: 'x'.repeat(1_100_000) }),
      unread(-32_000, 'The body must not exceed 1048576 bytes.', 413),
    ],
    ['an unknown method', request('resources/list'), [200, 7, -32_601, 'Method not found']],
    ['an unknown tool', request('tools/call', { name: 'DropList' }), invalid('There is no tool "DropList".')],
    [
      'an unknown tool with a long name',
      request('tools/call', { name: 'x'.repeat(1_000) }),
      invalid(`There is no tool "${'x'.repeat(99)}…".`),
    ],
    ['a call without a name', request('tools/call', {}), invalid('params.name is required.')],
    ['a call without parameters', request('tools/call'), invalid('params is required.')],
    [
      'arguments that are a list',
      request('tools/call', { name: 'Lists', arguments: [] }),
      invalid('params.arguments must be an object.'),
    ],
    [
      'a task that is no object',
      request('tools/call', { name: 'Lists', arguments: {}, task: 'now' }),
      invalid('params.task must be an object.'),
    ],
    [
      'a list after a cursor that is a number',
      request('tools/list', { cursor: 1 }),
      invalid('params.cursor must be text.'),
    ],
    [
      'an initialization with many faults',
      request('initialize', {
        capabilities: { experimental: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [index, 1])) },
      }),
      invalid(
        expect.stringMatching(/^params.protocolVersion is required; .{100,400} has 9997 further invalid values\.$/),
      ),
    ],
  ])("answers %s with JSON-RPC's own error", async (_, body, [status, id, code, message]) => {
    graph.tools.restore();
    const response = await post(body);

    expect([response.status, JSON.parse(response.text)]).toMatchObject([
      status,
      { jsonrpc: '2.0', id, error: { code, message } },
    ]);
    expect(graph.tools.calls).toEqual([]);
  });

  type Rejected = [what: string, headers: Record<string, string>, status: number];
  it.each<Rejected>([
    ['of a page of another site', { origin: 'https://elsewhere.example' }, 403],
    ['of a page without an origin', { origin: 'null' }, 403],
    ['with a host name that leads to this machine', { host: 'rebound.example' }, 403],
    ['of a form', { 'content-type': 'text/plain' }, 415],
    ['that accepts no event stream', { accept: 'application/json' }, 406],
    ['in an unknown version of the protocol', { 'mcp-protocol-version': '1999-01-01' }, 400],
  ])('rejects a request %s', async (_, headers, status) => {
    graph.tools.restore();
    const response = await post(call, headers);

    expect([response.status, JSON.parse(response.text)]).toMatchObject([
      status,
      { jsonrpc: '2.0', error: { code: -32_000 } },
    ]);
    expect(graph.tools.calls).toEqual([]);
    expect(lines).toMatchObject([{ msg: 'POST /mcp', status, ...(status === 403 && { errorCodes: ['FORBIDDEN'] }) }]);
  });

  it('accepts pages of its own origin and of CORS_ORIGINS, which may read the session', async () => {
    const origin = 'https://app.example.com';
    const preflight = await fetch(`${graph.origin}/mcp`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    const [own, allowed] = [
      await post(request('ping'), { origin: graph.origin }),
      await post(request('ping'), { origin }),
    ];

    expect([preflight.status, own.status, allowed.status]).toEqual([204, 200, 200]);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version,mcp-session-id');
    expect(allowed.headers['access-control-expose-headers']).toContain('mcp-session-id');
  });

  it.each(['GET', 'DELETE', 'PUT'])('rejects %s, which clients expect, without a log line', async (method) => {
    const response = await fetch(`${graph.origin}/mcp`, { method, headers: { accept: 'text/event-stream' } });
    expect([response.status, response.headers.get('allow'), await response.json()]).toMatchObject([
      405,
      'POST',
      { error: { code: -32_000, data: { code: 'METHOD_NOT_ALLOWED' } } },
    ]);
    expect(lines).toEqual([]);
  });

  it('gives each client a session of its own, which any node accepts', async () => {
    const clients = await Promise.all([connectClient(graph.origin), connectClient(graph.origin)]);
    const sessions = clients.map(({ transport }) => transport.sessionId);
    for (const { close } of clients) await close();

    expect(sessions).toEqual([expect.stringMatching(/^[\w-]{36}$/), expect.stringMatching(/^[\w-]{36}$/)]);
    expect(new Set(sessions).size).toBe(2);
    expect((await post(request('tools/list'), { 'mcp-session-id': 'of another node' })).status).toBe(200);
    expect((await post(request('tools/list'))).status).toBe(200);
  });

  it('runs a call with long arguments', async () => {
    const assistant = await connectClient(graph.origin);
    const { structuredContent } = await assistant.call('CreateList', { name: 'x'.repeat(20_000) });
    await assistant.close();
    expect(structuredContent).toMatchObject({ data: { createList: { code: 'BAD_USER_INPUT' } } });
  });
});

describe('a server without documents', () => {
  const graph = useResource(() => startHttpGraph({ environment: { NODE_ENV: 'production' } }));

  it('does not name the address on its page', async () => {
    const pageOf = async (origin: string) => (await fetch(origin, { headers: { accept: 'text/html' } })).text();
    const development = await startHttpGraph();
    expect(await pageOf(development.origin)).toContain(`<code>${development.origin}/mcp</code>`);
    expect(await pageOf(graph.origin)).not.toContain('/mcp');
    await development.close();
  });

  it('says which variable is not set', async () => {
    const response = await fetch(`${graph.origin}/mcp`, { method: 'POST' });
    expect([response.status, await response.json()]).toEqual([
      404,
      {
        errors: [{ message: 'There is no /mcp because MCP_DOCUMENTS is not set.', extensions: { code: 'NOT_FOUND' } }],
      },
    ]);
  });
});
