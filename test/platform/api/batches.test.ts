import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openForSuite } from '../../support/open-for-suite.ts';
import { executionId, startClientLab } from './platform-lab.ts';

const listLists = { tool_name: 'talent_lists_list', params: {} };
const missingList = { tool_name: 'talent_lists_get', params: { id: 'lst_none' } };

describe('a batch of calls', () => {
  const lab = openForSuite(() => startClientLab({ CALL_RATE_LIMIT: '5' }));
  let aheadMs = 0;

  beforeEach(() => {
    // Every test has a rate limit window of its own.
    aheadMs += 60_000;
    vi.useFakeTimers({ now: Date.now() + aheadMs, toFake: ['Date'] });
    lab.forget();
  });
  afterEach(() => void vi.useRealTimers());

  const post = (calls: unknown, changes: object = {}, headers: object = {}) =>
    lab.request('/api/v1/execute_tools', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ connector: 'talent', identifier: 'ada', calls, ...changes }),
    });
  async function linesOf(response: Response) {
    const lines = (await response.text()).trim().split('\n');
    return lines.map((line) => JSON.parse(line)).toSorted((one, other) => one.index - other.index);
  }
  const callsLogged = () => lab.logged.filter(({ msg }) => msg === 'execute_tool in a batch');

  it('returns one line per call with its own status, error and execution id, and logs each call', async () => {
    const response = await post([listLists, missingList, { tool_name: 'talent_erase', params: {} }]);
    const lines = await linesOf(response);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    expect(lines).toEqual([
      { index: 0, status: 200, account_version: expect.any(String), data: { items: [] }, execution_id: executionId },
      {
        index: 1,
        status: 404,
        account_version: expect.any(String),
        error: { code: 'NOT_FOUND', message: 'There is no list with the id "lst_none".' },
        execution_id: executionId,
      },
      {
        index: 2,
        status: 404,
        account_version: expect.any(String),
        error: { code: 'NOT_SUPPORTED', message: 'There is no tool named "talent_erase".' },
        execution_id: executionId,
      },
    ]);
    const batch = lab.logged.find(({ msg }) => msg === 'POST /api/v1/execute_tools');
    const common = {
      msg: 'execute_tool in a batch',
      requestId: batch?.['requestId'],
      clientId: lab.client.clientId,
      identifier: 'ada',
      connection: 'talent',
      durationMs: expect.any(Number),
    };
    const toSorted = callsLogged().toSorted((one, other) => Number(one['status']) - Number(other['status']));
    const failed = { ...common, level: 30 };
    expect(batch).toMatchObject({ level: 30, identifier: 'ada', connection: 'talent', calls: 3 });
    expect(toSorted).toEqual([
      { ...common, level: 20, executionId: lines[0].execution_id, tool: 'talent_lists_list', status: 200 },
      { ...failed, executionId: lines[2].execution_id, tool: 'talent_erase', status: 404, code: 'NOT_SUPPORTED' },
      { ...failed, executionId: lines[1].execution_id, tool: 'talent_lists_get', status: 404, code: 'NOT_FOUND' },
    ]);
  });

  it('runs no tool that changes data', async () => {
    const [line] = await linesOf(await post([{ tool_name: 'talent_lists_create', params: { name: 'Called' } }]));

    expect(line).toMatchObject({
      status: 400,
      error: {
        code: 'BAD_USER_INPUT',
        message:
          'talent_lists_create changes data, and a batch accepts only read tools. Call it with /api/v1/execute_tool.',
      },
    });
    expect(await lab.lists()).toEqual([]);
  });

  it('counts each call towards CALL_RATE_LIMIT, and rejects only those beyond it', async () => {
    const lines = await linesOf(await post(Array.from({ length: 7 }, () => listLists)));

    expect(lines.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(lines[6].error).toEqual({
      code: 'RATE_LIMITED',
      message: 'The client may make 5 calls per minute on behalf of one identifier (CALL_RATE_LIMIT).',
      retry_after_ms: 60_000,
    });
    expect(callsLogged().filter(({ code }) => code === 'RATE_LIMITED')).toHaveLength(2);
  });

  it('masks an unexpected error of one call, and logs it with its execution id', async () => {
    await lab.db.schema.alterTable('talent_lists').renameTo('hidden_lists').execute();
    const lines = await linesOf(await post([listLists, { tool_name: 'talent_erase', params: {} }]));
    await lab.db.schema.alterTable('hidden_lists').renameTo('talent_lists').execute();

    const [{ error, execution_id: id }, other] = lines;
    expect(error).toEqual({
      code: 'UPSTREAM_ERROR',
      message: `Unexpected error. Quote the execution id ${id} when you report it.`,
    });
    expect(other.status).toBe(404);
    expect(callsLogged()).toContainEqual(
      expect.objectContaining({
        level: 50,
        executionId: id,
        err: expect.objectContaining({ message: expect.stringContaining('relation "talent_lists" does not exist') }),
      }),
    );
  });

  it.each<[string, unknown, object, string]>([
    ['no calls', [], {}, 'calls must be at least 1 item long'],
    ['101 calls', Array.from({ length: 101 }, () => listLists), {}, 'calls must be at most 100 items long'],
    ['a call without a tool', [{ params: {} }], {}, 'calls.0.tool_name is required'],
    ['an identifier per call', [{ ...listLists, identifier: 'ben' }], {}, 'calls.0.identifier is not known'],
    ['no identifier', [listLists], { identifier: undefined }, 'identifier is required'],
  ])('is rejected as a whole with %s', async (_what, calls, changes, message) => {
    const response = await post(calls, changes);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'BAD_USER_INPUT', message } });
    expect(callsLogged()).toEqual([]);
  });

  it('is rejected as a whole without a token, with another method or media type', async () => {
    const statuses = await Promise.all([
      post([listLists], {}, { authorization: '' }),
      post([listLists], {}, { 'content-type': 'text/plain' }),
      lab.request('/api/v1/execute_tools'),
    ]);

    expect(statuses.map(({ status }) => status)).toEqual([401, 415, 405]);
    expect(statuses[2]?.headers.get('allow')).toBe('POST');
    expect(callsLogged()).toEqual([]);
  });
});
