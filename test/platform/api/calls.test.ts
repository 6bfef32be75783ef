import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openForSuite } from '../../support/open-for-suite.ts';
import { createListCall, executionId, startClientLab } from './platform-lab.ts';

describe('the REST API of the platform', () => {
  const lab = openForSuite(() => startClientLab());
  beforeEach(() => lab.forget());
  afterEach(() => lab.db.deleteFrom('talent_lists').execute());

  it('runs a tool and returns its payload, with the execution id of the log', async () => {
    const response = await lab.call();
    const body = await response.json();

    expect(response.status).toBe(200);
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
    const response = await lab.call({ params: { name: 'x', ...unknown } });
    const body = await response.json();

    expect(response.status).toBe(400);
    expect(body.error.issues).toHaveLength(6);
    expect(body.error.issues[5]).toEqual({ path: [], message: 'has 19995 further invalid values' });
    expect(JSON.stringify(body).length).toBeLessThan(2_000);
    expect(JSON.stringify(body)).not.toContain('zzSECRETzz');
    expect(await lab.lists()).toEqual([]);
  });

  const nested = Array.from({ length: 70 }).reduce((inner) => ({ inner }), {});
  const illFormed = 'must be well-formed text without U+0000';
  it.each<[string, object, string]>([
    ['a parameter that breaks a rule', { params: { name: '' } }, 'name must not be empty'],
    ['a parameter that is not known', { params: { name: 'x', age: 3 } }, 'age is not known'],
    ['a key that is missing', { connector: undefined }, 'connector is required'],
    [
      'keys that are missing and more that are not known',
      { tool_name: undefined, params: undefined, token: 'x', user: 1 },
      'tool_name is required; params is required; token is not known; user is not known',
    ],
    ['parameters in a list', { params: [] }, 'params must be an object'],
    [
      'a name with U+0000',
      { connector: 'talent\u0000', identifier: '\ud800' },
      `connector ${illFormed}; identifier ${illFormed}`,
    ],
    ['parameters without end', { params: nested }, 'The body must be nested at most 64 levels.'],
    ['a name that is too long', { identifier: 'x'.repeat(256) }, 'identifier must be at most 255 characters'],
  ])('rejects %s', async (_what, changes, message) => {
    expect(await lab.rejectionOf(await lab.call(changes))).toEqual({ status: 400, code: 'BAD_USER_INPUT', message });
  });

  it('tells an unknown tool apart from bad input', async () => {
    const message = 'There is no tool named "talent_erase".';
    const rejection = { status: 404, code: 'NOT_SUPPORTED', message };
    expect(await lab.rejectionOf(await lab.call({ tool_name: 'talent_erase' }))).toEqual(rejection);
  });

  const noConnection = 'There is no connection named "Talent"; the name must match exactly.';
  it.each<[string, object, number, string, string]>([
    ['a connection of another name', { connector: 'Talent' }, 424, 'NOT_CONNECTED', noConnection],
    [
      'an identifier without account',
      { identifier: 'eve' },
      424,
      'NOT_CONNECTED',
      'The caller has no account on the connection "talent".',
    ],
    [
      'something that is not there',
      { tool_name: 'talent_lists_get', params: { id: 'lst_none' } },
      404,
      'NOT_FOUND',
      'There is no list with the id "lst_none".',
    ],
  ])('rejects %s', async (_what, changes, status, code, message) => {
    expect(await lab.rejectionOf(await lab.call(changes))).toEqual({ status, code, message });
  });

  it('masks an unexpected error and logs it once', async () => {
    const rename = (from: string, to: string) => lab.db.schema.alterTable(from).renameTo(to).execute();
    await rename('talent_lists', 'hidden_lists');
    const [answer] = await Promise.allSettled([lab.call()]);
    await rename('hidden_lists', 'talent_lists');
    if (answer.status === 'rejected') throw answer.reason;
    const response = answer.value;
    const body = await response.json();

    expect(response.status).toBe(500);
    expect(body).toEqual({
      error: {
        code: 'UPSTREAM_ERROR',
        message: `Unexpected error. Quote the execution id ${body.execution_id} when you report it.`,
      },
      execution_id: executionId,
    });
    const message = expect.stringContaining('relation "talent_lists" does not exist');
    expect(lab.logged).toMatchObject([{ level: 50, executionId: body.execution_id, err: { message } }]);
  });

  const noToken = 'The call needs a bearer token; POST /oauth/token issues one.';
  it.each<[string, Record<string, string>, string, string]>([
    ['no token', {}, '', noToken],
    ['another scheme', { authorization: 'Basic YTpi' }, '', noToken],
    ['an empty token', { authorization: 'Bearer ' }, '', noToken],
    [
      'an unknown token',
      { authorization: 'Bearer xyzzy' },
      ', error="invalid_token"',
      'The bearer token is invalid or has expired; POST /oauth/token issues a new one.',
    ],
  ])('rejects %s before it reads the body', async (_what, headers, challenge, message) => {
    const response = await lab.post('{ no json', headers);

    expect(response.headers.get('www-authenticate')).toBe(`Bearer realm="platform"${challenge}`);
    expect(await lab.rejectionOf(response)).toEqual({ status: 401, code: 'UNAUTHENTICATED', message });
    expect(JSON.stringify(lab.logged)).not.toContain('xyzzy');
  });

  it('rejects the secret of the client in place of a token', async () => {
    const response = await lab.call({}, { authorization: `Bearer ${lab.secret}` });

    expect(response.status).toBe(401);
    expect(await lab.lists()).toEqual([]);
    expect(JSON.stringify(lab.logged)).not.toContain(lab.secret);
  });

  it('rejects a token in a cookie or in the URL, so no page can make a browser call it', async () => {
    const token = lab.authorization.replace('Bearer ', '');
    const response = await fetch(`${lab.origin}/api/v1/execute_tool?access_token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `access_token=${token}`, origin: 'https://evil.example' },
      body: JSON.stringify(createListCall()),
    });

    expect(response.status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await lab.lists()).toEqual([]);
  });

  it('cancels the call of a client that disconnected', async () => {
    const leave = new AbortController();
    const response = lab.request('/api/v1/execute_tool', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(createListCall()),
      signal: leave.signal,
    });
    const before = lab.arrived.length;
    // The call waits, because `connection()` occupies the only connection of the database.
    await lab.db.connection().execute(async () => {
      await vi.waitFor(() => expect(lab.arrived).toHaveLength(before + 1));
      const { signal } = lab.arrived[before] ?? {};
      leave.abort();
      await expect(response).rejects.toThrow('aborted');
      await vi.waitFor(() => expect(signal?.aborted).toBe(true));
    });

    await vi.waitFor(() => expect(lab.logged).toHaveLength(1));
    expect(lab.logged).toMatchObject([{ level: 30, msg: 'POST /api/v1/execute_tool', status: 499 }]);
    expect(await lab.lists()).toEqual([]);
  });
});
