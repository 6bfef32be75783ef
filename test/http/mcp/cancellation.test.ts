import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startPlatformLab } from '../../platform/api/platform-lab.ts';
import { settled } from '../../support/gate.ts';
import { createToolDouble, type ToolDouble } from '../../support/graph/tool-double.ts';
import { useLog } from '../../support/log-capture.ts';
import { testRedisUrl } from '../../support/network/fake-redis.ts';
import { postJson } from '../../support/network/post-json.ts';
import { serveApp } from '../../support/network/serve-app.ts';
import { useResource } from '../../support/resource.ts';
import { startHttpGraph } from '../http-graph.ts';
import { connectClient, postMessage, startDocumentFolder } from './mcp-lab.ts';
import { callerFromHeader, startApp } from '../../support/network/start-app.ts';
import { timeLimit } from '../../support/time-limit.ts';

const folder = useResource(startDocumentFolder);

/** Makes the calls of a tool last until they are aborted. */
function block(tools: ToolDouble, tool = 'lists_list') {
  const started = Promise.withResolvers<void>();
  const blocked = { started: started.promise, aborted: 0 };
  tools.replace(tool, async ({ signal }) => {
    signal.addEventListener('abort', () => (blocked.aborted += 1));
    started.resolve();
    await new Promise(() => {});
  });
  return blocked;
}

describe('a call', () => {
  const { log, lines } = useLog();
  const slotLimits = { maxRunning: 1, maxWaiting: 1, maxWaitMs: 60_000, maxSubscriptions: 1 };
  const graph = useResource(() => startHttpGraph({ log, slotLimits, environment: { MCP_DOCUMENTS: folder.path } }));
  const assistant = useResource(() => connectClient(graph.origin));
  beforeEach(() => {
    graph.tools.restore();
    assistant.errors.length = 0;
  });

  /** Begins a call, and waits until its tool call is in flight. */
  async function begin() {
    const blocked = block(graph.tools);
    const controller = new AbortController();
    const call = assistant.call('Lists', {}, controller.signal);
    await blocked.started;
    return { blocked, controller, call };
  }
  const loggedAs = (operation: string) => lines.filter((line) => line['operation'] === operation);

  it('that is cancelled aborts its tool calls, has no response and frees its slot', async () => {
    const { blocked, controller, call } = await begin();
    controller.abort('no longer needed');

    await expect(call).rejects.toThrow('no longer needed');
    await vi.waitFor(() => expect(loggedAs('Lists')).toHaveLength(1));
    expect(blocked.aborted).toBe(1);
    expect(loggedAs('Lists')).toMatchObject([{ level: 30, status: 200, reason: 'the client cancelled the call' }]);
    expect(loggedAs('Lists')[0]).not.toHaveProperty('errorCodes');
    expect((await assistant.call('Cities')).structuredContent).toEqual({ data: { cities: { nodes: [] } } });
    expect(assistant.errors).toEqual([]);
  });

  it('that is cancelled while it waits for a slot never starts', async () => {
    const { controller: first, call: running } = await begin();
    const second = new AbortController();
    const waiting = assistant.call('Cities', {}, second.signal);
    await settled();
    second.abort('no longer needed');

    await expect(waiting).rejects.toThrow('no longer needed');
    await vi.waitFor(() => expect(lines.map(({ reason }) => reason)).toContain('the client cancelled the call'));
    first.abort('no longer needed');
    await expect(running).rejects.toThrow('no longer needed');
    await vi.waitFor(() => expect(loggedAs('Lists')).toHaveLength(1));
    expect(graph.tools.calls.map(({ tool }) => tool)).toEqual(['lists_list']);
    expect(lines.map(({ level }) => level)).toEqual(lines.map(() => 30));
  });

  it('lets a long message wait for a slot, and a short one pass', async () => {
    const { controller, call: running } = await begin();
    const ping = (text: string) => postMessage(graph.origin, { id: 1, method: 'ping', params: { text } });
    let isAnswered = false;
    const long = ping('x'.repeat(20_000)).finally(() => (isAnswered = true));
    expect((await ping('')).status).toBe(200);
    await settled();
    expect(isAnswered).toBe(false);
    controller.abort('no longer needed');

    await expect(running).rejects.toThrow('no longer needed');
    expect((await long).status).toBe(200);
  });

  it('ends when the client closes the connection', async () => {
    const blocked = block(graph.tools);
    const leaving = await connectClient(graph.origin);
    const call = leaving.call('Lists');
    await blocked.started;
    await leaving.close();

    await expect(call).rejects.toThrow('Connection closed');
    await vi.waitFor(() => expect(loggedAs('Lists')).toMatchObject([{ level: 30, status: 499 }]));
    expect(blocked.aborted).toBe(1);
  });

  it('is not cancelled by another caller, session or id', async () => {
    const { blocked, controller, call } = await begin();
    const send = (session: string, requestId: string | number, caller: string) =>
      postMessage(
        graph.origin,
        { method: 'notifications/cancelled', params: { requestId } },
        { 'mcp-session-id': session, 'x-test-caller': caller },
      );
    const session = assistant.transport.sessionId ?? '';
    const ids = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    const responses = await Promise.all([
      ...ids.map((id) => send(session, id, 'ben')),
      ...ids.map((id) => send('another', id, 'ada')),
      ...ids.map((id) => send(session, String(id), 'ada')),
    ]);
    await settled();

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]));
    expect(blocked.aborted).toBe(0);
    await Promise.all(ids.map((id) => send(session, id, 'ada')));
    await vi.waitFor(() => expect(blocked.aborted).toBe(1));
    controller.abort('no longer needed');
    await expect(call).rejects.toThrow('no longer needed');
  });

  it('without a session cannot be cancelled', async () => {
    const blocked = block(graph.tools);
    const headers = { accept: 'application/json, text/event-stream', 'x-test-caller': 'ada' };
    const send = (message: object, signal: AbortSignal | null = null) =>
      postJson(`${graph.origin}/mcp`, { jsonrpc: '2.0', ...message }, { headers, signal });
    const controller = new AbortController();
    const call = send({ id: 7, method: 'tools/call', params: { name: 'Lists' } }, controller.signal);
    await blocked.started;
    await send({ method: 'notifications/cancelled', params: { requestId: 7 } });
    await settled();
    expect(blocked.aborted).toBe(0);
    controller.abort();
    await expect(call).rejects.toThrow('aborted');
    await vi.waitFor(() => expect(blocked.aborted).toBe(1));
  });
});

describe.runIf(testRedisUrl)('two nodes with one Redis, behind a balancer', { tags: 'server' }, () => {
  const lab = useResource(startPlatformLab);
  const tools = createToolDouble();
  const startNode = async () =>
    serveApp(
      await startApp(
        {
          CACHE_SECONDS: '0',
          REDIS_URL: testRedisUrl ?? '',
          MCP_DOCUMENTS: folder.path,
          PLATFORM_URL: lab.origin,
          PLATFORM_CLIENT_ID: lab.client.clientId,
          PLATFORM_CLIENT_SECRET: lab.secret,
        },
        { ...callerFromHeader('ada'), wrapTransport: tools.wrap },
      ),
    );
  const nodes = [useResource(startNode), useResource(startNode)];

  it('serve a session together, and cancel a call of the other', async () => {
    const assistant = await connectClient(nodes.map(({ url }) => url));
    expect((await assistant.client.listTools()).tools).toHaveLength(7);
    const blocked = block(tools, 'cities_list');
    const controller = new AbortController();
    const call = assistant.call('Cities', {}, controller.signal);
    await blocked.started;
    controller.abort('no longer needed');
    await expect(call).rejects.toThrow('no longer needed');
    // The cancellation goes to the other node. It also arrives if the nodes reach Redis later.
    await vi.waitFor(() => expect(blocked.aborted).toBe(1), timeLimit(20));
    expect(assistant.errors).toEqual([]);
    await assistant.close();
  });
});
