import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { maxBodyBytes } from '../../src/operation/operation-limits.ts';
import { useHttpGraph } from './http-graph.ts';
import { postJson } from '../support/network/post-json.ts';
import { useLog } from '../support/log-capture.ts';
import { sendRaw } from '../support/network/raw-request.ts';

describe('the server', () => {
  const { log, lines } = useLog();
  const graph = useHttpGraph({ log });

  it('does not quote a body that it cannot read', async () => {
    const { status, text } = await graph.send('{"secret-of-the-body"');

    expect(status).toBe(400);
    expect(text).toContain('invalid JSON');
    expect(text).not.toContain('secret-of-the-body');
  });

  it('announces the length of a response, in place of sending it in chunks', async () => {
    const response = await fetch(`${graph.origin}/graphql?query={lists{name}}`, {
      headers: { 'apollo-require-preflight': '1', 'x-tool-trace': '0' },
    });
    const text = await response.text();

    expect(text).toBe('{"data":{"lists":[]}}');
    expect(response.headers.get('content-length')).toBe(String(text.length));
    expect(response.headers.get('transfer-encoding')).toBeNull();
  });

  it('receives no webhooks while the platform runs in this process', async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${graph.origin}/webhooks/convo/token`, { method: 'POST', headers, body: '{}' });
    await response.body?.cancel();

    expect(response.status).toBe(404);
    expect(lines.map(({ msg }) => msg)).toEqual(['POST /webhooks/convo/:token']);
  });

  it('accepts only its own host names while callers are not authenticated', async () => {
    const { port } = new URL(graph.origin);
    const statusAt = async (host: string) => {
      const headers = { host, 'content-type': 'application/json' };
      const body = JSON.stringify({ query: '{ lists { id } }' });
      return (await sendRaw(`${graph.origin}/graphql`, { method: 'POST', headers, body })).status;
    };

    expect(await statusAt('evil.example')).toBe(403);
    expect(await statusAt(`evil.example:${port}`)).toBe(403);
    expect(graph.tools.calls).toEqual([]);
    expect(await statusAt(`LocalHost:${port}`)).toBe(200);
    expect(await statusAt('[::1]')).toBe(200);
  });

  it('reports that it is healthy', async () => {
    const response = await fetch(`${graph.origin}/health`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok' });
  });

  it.each([undefined, '*/*', 'application/json', 'text/html;q=0'])(
    'redirects / to the graph for %s',
    async (accept) => {
      const headers = accept === undefined ? {} : { accept };
      const response = await fetch(`${graph.origin}/`, { redirect: 'manual', headers });
      expect(response.status).toBe(302);
      expect(response.headers.get('vary')).toBe('Accept');
      expect(response.headers.get('location')).toBe('/graphql');
    },
  );

  it('returns 404 for unknown paths', async () => {
    const response = await fetch(`${graph.origin}/graph`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      errors: [{ message: 'No such path: /graph.', extensions: { code: 'NOT_FOUND' } }],
    });
  });

  it('rejects other methods', async () => {
    const response = await fetch(`${graph.origin}/graphql`, { method: 'PUT' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST');
  });

  describe('request ids', () => {
    it.each(['/health', '/graphql', '/nowhere'])('are returned unchanged at %s', async (path) => {
      const response = await fetch(graph.origin + path, { headers: { 'x-request-id': 'page-42_a' } });
      expect(response.headers.get('x-request-id')).toBe('page-42_a');
    });

    it('are returned with the response of the graph', async () => {
      const { headers } = await graph.send({ query: '{ __typename }' }, { 'x-request-id': 'page-43' });
      expect(headers.get('x-request-id')).toBe('page-43');
    });

    it.each(['two words', '<script>', 'a'.repeat(256)])('are replaced if they are %s', async (id) => {
      const { headers } = await graph.send({ query: '{ __typename }' }, { 'x-request-id': id });
      expect(headers.get('x-request-id')).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    });
  });

  describe('tool calls in the response', () => {
    const call = { tool: 'lists_list', source: 'CALLED', keys: 1 };

    it('are included by default in development', async () => {
      const response = await postJson(`${graph.origin}/graphql`, { query: '{ lists { name } }' });
      expect(await response.json()).toMatchObject({ data: { lists: [] }, extensions: { toolCalls: [call] } });
    });

    it('are omitted for x-tool-trace: 0', async () => {
      const { answer } = await graph.send({ query: '{ lists { name } }' });
      expect(answer).toEqual({ data: { lists: [] } });
    });

    it('have start and duration in milliseconds; the list may be empty', async () => {
      const { answer } = await graph.send({ query: '{ lists { name } }' }, { 'x-tool-trace': '1' });
      const times = { startMs: expect.any(Number), durationMs: expect.any(Number) };
      expect(answer.extensions?.['toolCalls']).toEqual([{ ...call, ...times }]);

      const none = await graph.send({ query: '{ __typename }' }, { 'x-tool-trace': '1' });
      const cost = { requestedQueryCost: 0, actualQueryCost: 0, throttleStatus: null };
      expect(none.answer).toEqual({ data: { __typename: 'Query' }, extensions: { toolCalls: [], cost } });
    });
  });

  describe('size limits', () => {
    const send = (headers: Record<string, string | number> = {}) =>
      httpRequest(`${graph.origin}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-tool-trace': '0', ...headers },
      });
    const tooLarge = {
      message: 'The body must not exceed 1048576 bytes.',
      extensions: { code: 'REQUEST_ENTITY_TOO_LARGE' },
    };
    const ownLists = { data: { lists: [] } };

    it.each([
      ['a body of 1 MiB', 'with its length', 0, 200, ownLists],
      ['a body of 1 MiB', 'in chunks', 0, 200, ownLists],
      ['a larger body', 'with its length', 1, 413, { errors: [tooLarge] }],
      ['a larger body', 'in chunks', 1, 413, { errors: [tooLarge] }],
    ])('apply to %s %s', async (_, form, excess, status, answer) => {
      const body = JSON.stringify({ query: '{ lists { name } }' }).padEnd(maxBodyBytes + excess);
      const request = send(form === 'in chunks' ? {} : { 'content-length': body.length });
      const answered = once(request, 'response');
      request.write(body.slice(0, 20));
      request.write(body.slice(20));
      // The server must reject a body that is too large without waiting for its end.
      if (excess === 0) request.end();
      const [response] = await answered;

      expect([response.statusCode, await json(response)]).toEqual([status, answer]);
      expect(graph.tools.calls).toHaveLength(excess === 0 ? 1 : 0);
      request.destroy();
    });

    it.each([{ 'content-length': 100 }, {}])('run nothing of a body that never ends: %o', async (headers) => {
      const request = send({ ...headers, expect: '100-continue' });
      request.on('error', () => {});
      request.flushHeaders();
      await once(request, 'continue');
      request.write('{ "query": "{ lists { name } }"');
      request.destroy();
      await vi.waitFor(() => expect(lines.map(({ status }) => status)).toEqual([499]));

      expect(graph.tools.calls).toEqual([]);
    });

    it('reject a document with more than 2,500 tokens', async () => {
      const aliases = Array.from({ length: 834 }, (_, index) => `a${index}: lists { id }`).join(' ');
      const { data, errors } = await graph.send({ query: `{ ${aliases} }` });

      expect(data).toBeUndefined();
      expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('2500 tokens')]);
      expect(graph.tools.calls).toEqual([]);
    });

    it('reject several operations in a request', async () => {
      const { status, errors } = await graph.send([{ query: '{ lists { name } }' }, { query: '{ lists { name } }' }]);

      expect(status).toBe(400);
      expect(errors.map(({ message }) => message)).toEqual(['Batching is not supported. Send one operation.']);
      expect(graph.tools.calls).toEqual([]);
    });
  });

  describe('an unexpected error', () => {
    it('is masked, has the request id, and nulls only its field', async () => {
      graph.tools.replace('signals_get', () => Promise.reject(new Error('password of the database: 1234')));
      const { status, answer } = await graph.send(
        { query: '{ signal(id: "sig_1") { id } lists { name } }' },
        { 'x-request-id': 'page-44' },
      );

      expect(status).toBe(200);
      expect(answer).toEqual({
        data: { signal: null, lists: [] },
        errors: [
          {
            message: 'Unexpected error. Quote the request id page-44 when you report it.',
            path: ['signal'],
            locations: [{ line: 1, column: 3 }],
            extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'page-44' },
          },
        ],
      });
      const message = 'password of the database: 1234';
      expect(lines).toMatchObject([
        { level: 50, requestId: 'page-44', err: { message, stack: expect.any(String) } },
        { level: 40, requestId: 'page-44' },
      ]);
      expect(lines[1]).not.toHaveProperty('err');
    });

    it('is masked in a mutation', async () => {
      graph.tools.replace('lists_create', () => Promise.reject(new TypeError('x is not a function')));
      const { text } = await graph.send(
        { query: 'mutation { createList(input: { name: "New" }) { __typename ... on Problem { message } } }' },
        { 'x-request-id': 'page-45' },
      );

      expect(text).toContain('Unexpected error. Quote the request id page-45 when you report it.');
      expect(text).not.toContain('function');
    });
  });
});
