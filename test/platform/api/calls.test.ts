import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createListCall, type PlatformLab, startPlatformLab, uuidPattern } from './platform-lab.ts';

describe('the REST API of the platform', () => {
  let lab: PlatformLab;
  let authorization: string;

  beforeAll(async () => {
    lab = await startPlatformLab();
    authorization = `Bearer ${await lab.token()}`;
  });
  beforeEach(() => lab.forget());
  afterEach(async () => {
    await lab.db.deleteFrom('talent_lists').execute();
  });
  afterAll(() => lab.close());

  const call = async (changes: object = {}, headers: Record<string, string> = {}) => {
    const response = await lab.post(JSON.stringify(createListCall(changes)), { authorization, ...headers });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const executionId = expect.stringMatching(uuidPattern);
  const nothingHappened = async () => expect(await lab.lists()).toEqual([]);

  it('runs a tool and returns its payload, with the execution id of the log', async () => {
    const { status, body } = await call();

    expect(status).toBe(200);
    expect(body).toEqual({ data: expect.objectContaining({ name: 'Called' }), execution_id: executionId });
    expect(await lab.lists()).toEqual([{ name: 'Called' }]);
    expect(lab.logged).toEqual([
      {
        level: 30,
        msg: 'POST /api/v1/execute_tool',
        executionId: body.execution_id,
        requestId: expect.any(String),
        clientId: lab.client.clientId,
        tool: 'talent_lists_create',
        connection: 'talent',
        identifier: 'ada',
        status: 200,
        durationMs: expect.any(Number),
      },
    ]);
  });

  it('names only a few of many unknown parameters', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`unknown${index}`, 'zzSECRETzz']));
    const { status, body } = await call({ params: { name: 'x', ...unknown } });

    expect(status).toBe(400);
    expect(body.error.issues).toHaveLength(6);
    expect(body.error.issues[5]).toEqual({ path: [], message: 'has 19995 further invalid values' });
    expect(JSON.stringify(body).length).toBeLessThan(2_000);
    expect(JSON.stringify(body)).not.toContain('zzSECRETzz');
    await nothingHappened();
  });

  it.each<[string, object, number, string, string]>([
    [
      'a connection of another name',
      { connector: 'Talent' },
      424,
      'NOT_CONNECTED',
      'There is no connection named "Talent"; the name must match exactly.',
    ],
    [
      'an identifier without account',
      { identifier: 'eve' },
      424,
      'NOT_CONNECTED',
      'The caller has no account on the connection "talent".',
    ],
    ['an unknown tool', { tool_name: 'talent_erase' }, 400, 'BAD_USER_INPUT', 'There is no tool named "talent_erase".'],
    ['a parameter that breaks a rule', { params: { name: '' } }, 400, 'BAD_USER_INPUT', 'name must not be empty'],
    ['a parameter that is not known', { params: { name: 'x', age: 3 } }, 400, 'BAD_USER_INPUT', 'age is not known'],
    [
      'something that is not there',
      { tool_name: 'talent_lists_get', params: { id: 'lst_none' } },
      404,
      'NOT_FOUND',
      'There is no list with the id "lst_none".',
    ],
    ['a key that is missing', { connector: undefined }, 400, 'BAD_USER_INPUT', 'connector is required'],
    [
      'keys that are missing and more that are not known',
      { tool_name: undefined, params: undefined, token: 'x', user: 1 },
      400,
      'BAD_USER_INPUT',
      'tool_name is required; params is required; token is not known; user is not known',
    ],
    ['parameters in a list', { params: [] }, 400, 'BAD_USER_INPUT', 'params must be an object'],
    [
      'a name with U+0000',
      { connector: 'talent\u0000', identifier: '\ud800' },
      400,
      'BAD_USER_INPUT',
      'connector must be well-formed text without U+0000; identifier must be well-formed text without U+0000',
    ],
    [
      'parameters without end',
      { params: Array.from({ length: 70 }).reduce((inner) => ({ inner }), {}) },
      400,
      'BAD_USER_INPUT',
      'The body must be nested at most 64 levels.',
    ],
    [
      'a name that is too long',
      { identifier: 'x'.repeat(256) },
      400,
      'BAD_USER_INPUT',
      'identifier must be at most 255 characters',
    ],
  ])('rejects %s', async (_what, changes, status, code, message) => {
    const answer = await call(changes);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: { code, message }, execution_id: executionId });
    expect(lab.logged).toMatchObject([{ level: 30, code, status, executionId: answer.body.execution_id }]);
    await nothingHappened();
  });

  it('reports issues of parameters with their paths', async () => {
    const { body } = await call({ params: { name: '' } });

    expect(body.error.issues).toEqual([{ path: ['name'], message: 'must not be empty' }]);
  });

  it('masks an unexpected error and logs it once', async () => {
    await lab.db.schema.alterTable('talent_lists').renameTo('hidden_lists').execute();
    const { status, body } = await call();
    await lab.db.schema.alterTable('hidden_lists').renameTo('talent_lists').execute();

    expect(status).toBe(500);
    expect(body).toEqual({
      error: {
        code: 'UPSTREAM_ERROR',
        message: `Unexpected error. Quote the execution id ${body.execution_id} when you report it.`,
      },
      execution_id: executionId,
    });
    expect(lab.logged).toMatchObject([
      {
        level: 50,
        executionId: body.execution_id,
        err: { message: expect.stringContaining('relation "talent_lists" does not exist') },
      },
    ]);
  });

  it.each<[string, string | undefined, string, string]>([
    ['no token', undefined, 'Bearer realm="platform"', 'The call needs a bearer token; POST /oauth/token issues one.'],
    [
      'another scheme',
      'Basic YTpi',
      'Bearer realm="platform"',
      'The call needs a bearer token; POST /oauth/token issues one.',
    ],
    [
      'an empty token',
      'Bearer ',
      'Bearer realm="platform"',
      'The call needs a bearer token; POST /oauth/token issues one.',
    ],
    [
      'an unknown token',
      'Bearer xyzzy',
      'Bearer realm="platform", error="invalid_token"',
      'The bearer token is invalid or has expired; POST /oauth/token issues a new one.',
    ],
  ])('rejects %s before it reads the body', async (_what, header, challenge, message) => {
    const response = await lab.post('{ no json', header === undefined ? {} : { authorization: header });

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(challenge);
    expect(await response.json()).toEqual({ error: { code: 'UNAUTHENTICATED', message }, execution_id: executionId });
    expect(lab.logged).toMatchObject([{ level: 30, code: 'UNAUTHENTICATED', status: 401 }]);
    expect(JSON.stringify(lab.logged)).not.toContain('xyzzy');
  });

  it('rejects the secret of the client in place of a token', async () => {
    const response = await lab.post(JSON.stringify(createListCall()), { authorization: `Bearer ${lab.secret}` });

    expect(response.status).toBe(401);
    await nothingHappened();
    expect(JSON.stringify(lab.logged)).not.toContain(lab.secret);
  });

  it('rejects a token in a cookie or in the URL, so no page can make a browser call it', async () => {
    const token = authorization.replace('Bearer ', '');
    const response = await fetch(`${lab.origin}/api/v1/execute_tool?access_token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `access_token=${token}`, origin: 'https://evil.example' },
      body: JSON.stringify(createListCall()),
    });

    expect(response.status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    await nothingHappened();
  });

  it.each(['{ no json', '', '{"tool_name":', 'null', '[]', '"text"'])('rejects the body %j', async (body) => {
    const response = await lab.post(body, { authorization });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'BAD_USER_INPUT' }, execution_id: executionId });
    await nothingHappened();
  });

  const createList = JSON.stringify(createListCall());
  it.each([
    ['the body', createList.replace('{', '{"__proto__":{"identifier":"eve"},'), ['__proto__']],
    ['params', createList.replace('"params":{', '"params":{"__proto__":{"a":1},'), ['__proto__']],
    ['params with an escape', createList.replace('"params":{', '"params":{"\\u005f_proto__":1,'), ['__proto__']],
  ])('rejects __proto__ in %s', async (_what, body, path) => {
    const response = await lab.post(body, { authorization });

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: {
        code: 'BAD_USER_INPUT',
        message: `${path.join('.')} is not known`,
        issues: [{ path, message: 'is not known' }],
      },
      execution_id: executionId,
    });
    await nothingHappened();
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense'])(
    'rejects the content type %s',
    async (type) => {
      const { status, body } = await call({}, { 'content-type': type });

      expect(status).toBe(415);
      expect(body.error).toEqual({ code: 'BAD_USER_INPUT', message: 'The body must be application/json.' });
      await nothingHappened();
    },
  );

  it('accepts JSON whose content type has a parameter', async () => {
    expect((await call({}, { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200);
  });

  it.each([
    ['a body that is not UTF-8', {}, 400, 'The body must be UTF-8.'],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }, 415, 'The charset must be UTF-8.'],
    ['a content encoding', { 'content-encoding': 'deflate' }, 415, 'Send the body without Content-Encoding.'],
  ])('rejects %s', async (_what, headers, status, message) => {
    const body = Uint8Array.from(Buffer.from(JSON.stringify(createListCall({ params: { name: 'Zoë' } })), 'latin1'));
    const response = await lab.post(body, { authorization, ...headers });

    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: { code: 'BAD_USER_INPUT', message }, execution_id: executionId });
    expect(lab.logged).toMatchObject([{ level: 30, code: 'BAD_USER_INPUT', status }]);
    await nothingHappened();
  });

  it.each([
    ['GET', '/api/v1/execute_tool', 'POST'],
    ['DELETE', '/api/v1/execute_tool', 'POST'],
    ['POST', '/api/v1/tools', 'GET'],
  ])('rejects %s %s', async (method, path, allowed) => {
    const response = await fetch(lab.origin + path, { method, headers: { authorization } });

    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allowed);
    expect(await response.json()).toEqual({
      error: { code: 'BAD_USER_INPUT', message: `${path} accepts ${allowed}, not ${method}.` },
      execution_id: executionId,
    });
  });

  it('returns 404 for other paths, to clients only', async () => {
    const path = `${lab.origin}/api/v1/erase`;
    const known = await fetch(path, { headers: { authorization } });
    const unknown = await fetch(path);

    expect(known.status).toBe(404);
    expect(await known.json()).toMatchObject({ error: { message: 'No such path: /api/v1/erase.' } });
    expect(unknown.status).toBe(401);
  });

  it('rejects a body of 10 MB before reading it, and runs nothing', async () => {
    const { port, hostname } = new URL(lab.origin);
    const socket = connectSocket(Number(port), hostname);
    socket.on('error', () => {});
    const answered = text(socket);
    socket.write(
      [
        'POST /api/v1/execute_tool HTTP/1.1',
        `host: ${hostname}`,
        `authorization: ${authorization}`,
        'content-type: application/json',
        'content-length: 10000000',
        '',
        '{"params":',
      ].join('\r\n'),
    );
    const answer = await answered;

    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"PAYLOAD_TOO_LARGE","message":"The body must not exceed 1048576 bytes."');
    expect(lab.logged).toMatchObject([{ level: 30, code: 'PAYLOAD_TOO_LARGE', status: 413 }]);
    await nothingHappened();
  });

  /** Sends a body in chunks, without a content length, and without an end if it is too large. */
  const postInChunks = async (path: string, body: string, { ends = true } = {}) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const request = httpRequest(lab.origin + path, { method: 'POST', headers });
    request.on('error', () => {});
    const answered = once(request, 'response');
    for (let sent = 0; sent < body.length; sent += 0x10000) request.write(body.slice(sent, sent + 0x10000));
    if (ends) request.end();
    const [response] = await answered;
    const answer = { status: response.statusCode, connection: response.headers.connection, body: await json(response) };
    request.destroy();
    return answer;
  };
  const batch = { connector: 'talent', identifier: 'ada', calls: [{ tool_name: 'talent_lists_list', params: {} }] };

  it.each([
    ['/api/v1/execute_tool', createListCall()],
    ['/api/v1/execute_tools', batch],
  ])('limits a body for %s that arrives in chunks', async (path, request) => {
    const padded = (bytes: number) => JSON.stringify(request).padEnd(bytes);
    const maxBytes = 1024 * 1024;

    expect(await postInChunks(path, padded(maxBytes + 1), { ends: false })).toEqual({
      status: 413,
      connection: 'close',
      body: {
        error: { code: 'PAYLOAD_TOO_LARGE', message: 'The body must not exceed 1048576 bytes.' },
        execution_id: executionId,
      },
    });
    expect(lab.logged).toMatchObject([{ level: 30, code: 'PAYLOAD_TOO_LARGE', status: 413 }]);
    await nothingHappened();
    expect(await postInChunks(path, padded(maxBytes))).toMatchObject({ status: 200 });
  });

  it('accepts a body just below the limit', async () => {
    const room = 1024 * 1024 - JSON.stringify(createListCall({ padding: '' })).length;
    const { status, body } = await call({ padding: 'x'.repeat(room) });

    expect(status).toBe(400);
    expect(body.error.message).toBe('padding is not known');
  });

  it('cancels the call of a client that disconnected', async () => {
    const leave = new AbortController();
    const response = fetch(`${lab.origin}/api/v1/execute_tool`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(createListCall()),
      signal: leave.signal,
    });
    const before = lab.arrived.length;
    // The call waits, because no other statement can use the database now.
    await lab.db.connection().execute(async () => {
      await vi.waitFor(() => expect(lab.arrived).toHaveLength(before + 1));
      const { signal } = lab.arrived[before] ?? {};
      leave.abort();
      await expect(response).rejects.toThrow('aborted');
      await vi.waitFor(() => expect(signal?.aborted).toBe(true));
    });

    await vi.waitFor(() => expect(lab.logged).toHaveLength(1));
    expect(lab.logged).toMatchObject([{ level: 30, msg: 'POST /api/v1/execute_tool', status: 499 }]);
    await nothingHappened();
  });

  it('lists the tools of an account', async () => {
    const response = await fetch(`${lab.origin}/api/v1/tools?connector=talent&identifier=ada`, {
      headers: { authorization },
    });
    const body = await response.json();

    expect(response.status).toBe(200);
    expect(body.execution_id).toEqual(executionId);
    expect(body.tools).toHaveLength(26);
    expect(body.tools.find((tool: { name: string }) => tool.name === 'talent_lists_get')).toEqual({
      name: 'talent_lists_get',
      description: expect.any(String),
      read_only: true,
      input_schema: expect.objectContaining({ type: 'object', required: ['id'], additionalProperties: false }),
    });
    expect(lab.logged).toMatchObject([{ msg: 'GET /api/v1/tools', connection: 'talent', identifier: 'ada' }]);
  });

  it.each([
    ['connector=talent', 400, 'BAD_USER_INPUT', 'identifier is required'],
    ['connector=talent&identifier=ada&identifier=eve', 400, 'BAD_USER_INPUT', 'identifier must not be repeated'],
    ['connector=talent&identifier=ada&all=1', 400, 'BAD_USER_INPUT', 'all is not known'],
    ['connector=talent&identifier=ada&__proto__=1', 400, 'BAD_USER_INPUT', '__proto__ is not known'],
    [
      'connector=talent&identifier=ada&__proto__=1&__proto__=2',
      400,
      'BAD_USER_INPUT',
      '__proto__ must not be repeated',
    ],
    ['connector=talent&identifier=eve', 424, 'NOT_CONNECTED', 'The caller has no account on the connection "talent".'],
    [
      'connector=x&identifier=ada',
      424,
      'NOT_CONNECTED',
      'There is no connection named "x"; the name must match exactly.',
    ],
  ])('lists no tools for ?%s', async (query, status, code, message) => {
    const response = await fetch(`${lab.origin}/api/v1/tools?${query}`, { headers: { authorization } });

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code, message }, execution_id: executionId });
  });

  it('serves no graph and reports what it serves', async () => {
    const root = await fetch(lab.origin, { redirect: 'manual' });
    const graph = await fetch(`${lab.origin}/graphql?query={__typename}`);

    expect(await root.json()).toEqual({
      serves: ['platform'],
      token: '/oauth/token',
      calls: '/api/v1/execute_tool',
    });
    expect(graph.status).toBe(404);
  });
});
