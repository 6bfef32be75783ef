import { request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { createLog } from '../../../src/app/log/log.ts';
import { claims } from '../../support/network/token-issuer.ts';
import { useHttpGraph } from '../http-graph.ts';
import { postJson } from '../../support/network/post-json.ts';

const secrets = {
  jwt: 'jwt-secret-0123456789-0123456789-0123456789',
  recording: 'recording-secret-0123456789-0123456789',
  variable: 'variable-hunter2',
  document: 'document-hunter2',
  database: 'database-hunter2',
  key: 'tcg_talent_0123456789abcdef',
  cookie: 'cookie-hunter2',
  query: 'query-hunter2',
};

const environment = {
  AUTH_JWT_SECRET: secrets.jwt,
  AUTH_ISSUER: 'https://issuer.example',
  AUTH_AUDIENCE: 'https://graph.example',
  RECORDING_SECRET: secrets.recording,
};

const recordSchema = z.looseObject({ level: z.int(), msg: z.string() });

describe('the access log', () => {
  let token: string;
  const lines: string[] = [];
  const log = createLog(readConfig(environment), { write: (text) => void lines.push(text) });
  const graph = useHttpGraph({ environment, log });
  beforeAll(async () => {
    lines.length = 0;
    token = await new SignJWT(claims({ scope: 'talent:read talent:write' }))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secrets.jwt));
  });
  afterEach(() => {
    const all = lines.splice(0).join('');
    expect([...Object.values(secrets), ...token.split('.')].filter((secret) => all.includes(secret))).toEqual([]);
  });

  const records = () => lines.map((text) => recordSchema.parse(JSON.parse(text)));
  const own = { pid: expect.any(Number), hostname: expect.any(String), time: expect.any(Number) };
  const requestId = { 'x-request-id': 'page-1' };
  const line = { ...own, level: 30, msg: 'POST /graphql', requestId: 'page-1', durationMs: expect.any(Number) };

  const post = (body: unknown, headers: Record<string, string> = {}, init: { signal?: AbortSignal } = {}) =>
    postJson(`${graph.origin}/graphql?token=${secrets.query}`, body, {
      headers: { ...requestId, authorization: `Bearer ${token}`, cookie: `session=${secrets.cookie}`, ...headers },
      ...init,
    });

  /** With this media type, an invalid document is answered with status 400 instead of 200. */
  const strict = { accept: 'application/graphql-response+json' };

  const create = {
    query: `mutation Create($name: String!) {
      createList(input: { name: $name }) { __typename } again: createList(input: { name: "${secrets.document}" }) { __typename }
    }`,
    variables: { name: secrets.variable },
  };

  it('records caller, operation, tool calls, status and duration', async () => {
    expect((await post(create)).status).toBe(200);
    const cost = { estimated: 22, actual: 22 };
    expect(records()).toEqual([{ ...line, identifier: 'ada', operation: 'Create', toolCalls: 2, cost, status: 200 }]);
  });

  it('records the path as it was sent, without line breaks and control characters', async () => {
    await fetch(`${graph.origin}/%0Aforged%1B%5B31m`);
    expect(records().map(({ msg }) => msg)).toEqual(['GET /%0Aforged%1B%5B31m']);
  });

  it('omits the name of an anonymous operation', async () => {
    await post({ query: '{ __typename }' });
    const cost = { estimated: 0, actual: 0 };
    expect(records()).toEqual([{ ...line, identifier: 'ada', toolCalls: 0, cost, status: 200 }]);
  });

  it('records the codes of problems and errors of an operation that failed with status 200', async () => {
    const failed = (code: 'CONFLICT' | 'UPSTREAM_TIMEOUT') => new ToolError({ code, message: 'No.', tool: 'any' });
    graph.tools.replace('lists_create', () => Promise.reject(failed('CONFLICT')));
    await post({ query: 'mutation Create { createList(input: { name: "New" }) { __typename } }' });
    graph.tools.replace('lists_list', () => Promise.reject(failed('UPSTREAM_TIMEOUT')));
    await post({ query: 'query Lists { lists { name } again: lists { name } savedSearches { title } }' });

    expect(records()).toMatchObject([
      { level: 30, status: 200, operation: 'Create', errorCodes: ['CONFLICT'] },
      { level: 40, status: 200, operation: 'Lists', errorCodes: ['UPSTREAM_TIMEOUT'] },
    ]);
  });

  const anonymous = { identifier: undefined };
  it.each<[string, number, () => Promise<Response>, code: string, object?]>([
    [
      'without a valid token',
      401,
      () => post(create, { authorization: `Bearer ${secrets.key}` }),
      'UNAUTHENTICATED',
      { ...anonymous, code: 'UNAUTHENTICATED', reason: 'the token cannot be verified' },
    ],
    [
      'with another authorization scheme',
      401,
      () => post(create, { authorization: `Basic ${token}` }),
      'UNAUTHENTICATED',
      { ...anonymous, code: 'UNAUTHENTICATED', reason: 'the Authorization header has no bearer token' },
    ],
    [
      'that another site could send',
      403,
      () => post(create, { 'content-type': 'text/plain' }),
      'CSRF_PREVENTED',
      anonymous,
    ],
    ['that is too large', 413, () => post({ ...create, padding: 'x'.repeat(1024 * 1024) }), 'REQUEST_ENTITY_TOO_LARGE'],
    ['that is not JSON', 400, () => post(`{ "query": "${secrets.document}`), 'BAD_REQUEST'],
    [
      'that is not GraphQL',
      400,
      () => post({ query: `{ lists(x: "${secrets.document}" }` }, strict),
      'GRAPHQL_PARSE_FAILED',
    ],
    [
      'with an unknown argument',
      400,
      () => post({ query: `{ lists(x: "${secrets.document}") { id } }` }, strict),
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'with invalid variables',
      200,
      () => post({ ...create, variables: { name: [secrets.variable] } }),
      'BAD_USER_INPUT',
      { operation: 'Create', toolCalls: 0, cost: expect.any(Object) },
    ],
    ['with several operations', 400, () => post([create, create]), 'BAD_REQUEST'],
  ])('records only one line for a request %s', async (_, status, send, code, fields) => {
    expect((await send()).status).toBe(status);
    expect(records()).toEqual([{ ...line, identifier: 'ada', errorCodes: [code], ...fields, status }]);
    expect(graph.tools.calls).toEqual([]);
  });

  it('masks secrets in the line of a failed field', async () => {
    const cause = new Error(`postgres://graph:${secrets.database}@db/graph refused Bearer ${token}, ${secrets.jwt}`);
    graph.tools.replace('lists_list', () => Promise.reject(new Error(`with ${secrets.key}`, { cause })));
    await post({ query: 'query Lists { lists { name } }' });

    expect(records()).toMatchObject([
      {
        level: 50,
        msg: 'a field failed',
        requestId: 'page-1',
        path: ['lists'],
        err: { message: 'with ***: postgres://graph:***@db/graph refused Bearer ***, ***' },
      },
      { ...line, level: 40, operation: 'Lists', toolCalls: 1, errorCodes: ['INTERNAL_SERVER_ERROR'], status: 200 },
    ]);
  });

  it('records one line, not an error, for a client that closed the connection', async () => {
    const gate = graph.tools.block('lists_list');
    const leave = new AbortController();
    const asked = post({ query: 'query Lists { lists { name } }' }, {}, { signal: leave.signal }).catch(() => 'left');
    await gate.whenWaiting(1);
    leave.abort();
    expect(await asked).toBe('left');
    await vi.waitFor(() => expect(gate.held.map(({ signal }) => signal.aborted)).toEqual([true]));
    gate.open();

    await vi.waitFor(() => expect(lines).toHaveLength(1));
    expect(records()).toEqual([
      {
        ...line,
        identifier: 'ada',
        operation: 'Lists',
        toolCalls: 1,
        cost: { estimated: expect.any(Number), actual: 10 },
        status: 499,
        reason: 'the client closed the connection before the response',
      },
    ]);
  });

  it('records a client that closed the connection while it sent the body', async () => {
    const request = httpRequest(`${graph.origin}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': 100,
        authorization: `Bearer ${token}`,
        expect: '100-continue',
      },
    });
    request.on('error', () => {});
    request.flushHeaders();
    await once(request, 'continue');
    request.write(`{ "query": "${secrets.document}`);
    request.destroy();

    await vi.waitFor(() => expect(lines).toHaveLength(1));
    expect(records()).toMatchObject([{ level: 30, msg: 'POST /graphql', identifier: 'ada', status: 499 }]);
  });

  it('records the path without its query', async () => {
    for (const path of ['nowhere?password', 'recordings/some.vtt?expires=1&signature'])
      await fetch(`${graph.origin}/${path}=${secrets.query}`, { headers: requestId });
    expect(records()).toEqual([
      { ...line, msg: 'GET /nowhere', errorCodes: ['NOT_FOUND'], status: 404 },
      { ...line, msg: 'GET /recordings/some.vtt', status: 403 },
    ]);
  });

  it('does not record probes at level info', async () => {
    expect((await fetch(`${graph.origin}/health`)).status).toBe(200);
    expect((await fetch(`${graph.origin}/health/ready`)).status).toBe(200);
    expect(lines).toEqual([]);
  });
});
