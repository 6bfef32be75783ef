import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { restCodes } from '../../../../src/tools/errors/error-codes.ts';
import { useLog } from '../../../support/log-capture.ts';
import { useHttpGraph } from '../../http-graph.ts';

const toolCallsSchema = z.array(z.object({ tool: z.string(), error: z.string().optional() })).optional();

describe('the header x-simulate', () => {
  const { log, lines } = useLog();
  const graph = useHttpGraph({ log, resilience: { initialRetryDelayMs: 1 } });

  async function ask(simulation: string, query = '{ lists { name } }', sender = graph) {
    const sent = await sender.send({ query }, { 'x-simulate': simulation, 'x-tool-trace': '1' });
    const calls = toolCallsSchema.parse(sent.answer.extensions?.['toolCalls']);
    return { ...sent, toolCalls: calls?.map(({ tool, error }) => (error === undefined ? tool : `${tool} ${error}`)) };
  }

  const sameCode = restCodes.map((code) => [code, code]);
  const otherCodes = { UNAUTHENTICATED: 'UPSTREAM_UNAVAILABLE', OVERLOADED: 'UPSTREAM_UNAVAILABLE' };
  const codes = { ...Object.fromEntries(sameCode), ...otherCodes, PAYLOAD_TOO_LARGE: 'BAD_USER_INPUT' };

  it.concurrent.each(Object.entries(codes))('fails a call with %s, as a remote platform would', async (code, shown) => {
    const { data, errors } = await ask(`lists_list=${code}`, '{ lists { name } savedSearches { title } }');
    expect(data).toEqual({ lists: null, savedSearches: [] });
    expect(errors).toMatchObject([{ extensions: { code: shown, tool: 'lists_list' } }]);
    expect(graph.tools.calls.map(({ tool }) => tool)).not.toContain('lists_list');
  });

  it('retries, and says when a limited call may be repeated', async () => {
    const sentAt = Date.now();
    const { errors, toolCalls } = await ask('RATE_LIMITED');
    expect(toolCalls).toEqual(Array.from({ length: 3 }, () => 'lists_list RATE_LIMITED'));
    expect(errors).toMatchObject([{ message: 'lists_list was called too often.', extensions: { isRetryable: true } }]);
    expect(Date.parse(String(errors[0]?.extensions['retryAt']))).toBeGreaterThan(sentAt + 2_500);
  });

  it('delays answers', async () => {
    const startedAt = performance.now();
    expect(await ask('talent=slow:100')).toMatchObject({ data: { lists: [] }, toolCalls: ['lists_list'] });
    // oxlint-disable-next-line timing/no-measured-time -- a lower bound holds on any machine
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(99);
  });

  describe('with a short time limit of a call', () => {
    // oxlint-disable-next-line timing/no-literal-limit -- the test exceeds this limit
    const impatient = useHttpGraph({ environment: { TOOL_TIMEOUT_MS: '100' }, resilience: { initialRetryDelayMs: 1 } });

    it('delays answers up to that limit', async () => {
      expect(await ask('slow:60000', undefined, impatient)).toMatchObject({
        data: { lists: null },
        errors: [{ extensions: { code: 'UPSTREAM_TIMEOUT' } }],
        toolCalls: Array.from({ length: 3 }, () => 'lists_list UPSTREAM_TIMEOUT'),
      });
    });
  });

  it('leaves out optional fields', async () => {
    const create =
      'mutation { createList(input: { name: "Lean" }) { ... on CreateListSuccess { list { name createdAt } } } }';
    expect((await ask('lean', create)).data).toEqual({ createList: { list: { name: 'Lean', createdAt: null } } });
    const { data, errors } = await ask('lists_list=lean', '{ lists { id name creator { id } entryCount } }');
    expect(errors).toEqual([]);
    expect(data).toEqual({ lists: [{ id: expect.any(String), name: null, creator: null, entryCount: null }] });
    expect(await graph.listNames()).toEqual(['Lean']);
    await sql`delete from talent_lists`.execute(graph.db);
  });

  it('combines states; that of a tool overrides that of its connector', async () => {
    const { errors, toolCalls } = await ask(
      'lean, slow:1, talent=expired,searches_list = NOT_FOUND',
      '{ lists { name } savedSearches { title } signals { nodes { id } } connectors { status } }',
    );
    expect(errors.map(({ extensions }) => [extensions['tool'], extensions['code']])).toEqual(
      expect.arrayContaining([
        ['lists_list', 'CONNECTION_EXPIRED'],
        ['searches_list', 'NOT_FOUND'],
        ['signals_list', 'CONNECTION_EXPIRED'],
      ]),
    );
    expect(toolCalls).toContain('test_tool_xyz NOT_CONNECTED');
  });

  it('shows an expired account, and in a mutation which input was rejected', async () => {
    const { data } = await ask('talent=expired', '{ connectors { kind status tools { name } } }');
    expect(data).toMatchObject({
      connectors: expect.arrayContaining([{ kind: 'TALENT', status: 'EXPIRED', tools: null }]),
    });
    const create = 'mutation { createList(input: { name: "New" }) { ... on InvalidInputProblem { issues { path } } } }';
    const created = await ask('BAD_USER_INPUT', create);
    expect(created.data).toEqual({ createList: { issues: [{ path: ['input', 'name'] }] } });
    expect(await graph.listNames()).toEqual([]);
  });

  it('pauses calls that keep failing', async () => {
    const fields = Array.from({ length: 30 }, (_, index) => `s${index}: signal(id: "${index}") { id }`);
    const { errors } = await ask('UPSTREAM_ERROR', `{ ${fields.join(' ')} }`);
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) expect(line).toMatchObject({ simulation: 'UPSTREAM_ERROR' });
    const messages = Map.groupBy(errors, ({ message }) => message);
    expect([...messages.keys()]).toEqual([
      'signals_get failed in the service.',
      "signals_get was not called: this caller's calls keep failing, so they are paused for a while.",
    ]);
  });

  it.each([
    ['lists_list=LIMITED', 'CONFLICT', 'must consist of slow:<milliseconds, at most 999999>, lean, expired, '],
    ['', 'lean', 'its entry 1 has none of these states'],
    ['expired,,', 'slow:<milliseconds, at most 999999>', 'its entry 2'],
    ['slow', 'slow:<milliseconds, at most 999999>', 'its entry 1'],
    ['slow:1000000', 'slow:<milliseconds, at most 999999>', 'its entry 1'],
    ['slow:-1', 'slow:<milliseconds, at most 999999>', 'its entry 1'],
    ['expired, lists=expired', 'lists_list', 'must name talent, convo or a tool before the =; its entry 2'],
    ['talent_lists_list=expired', 'lists_list', 'its entry 1 names neither'],
    ['=expired', 'lists_list', 'its entry 1 names neither'],
    ['talent=lists_list=expired', 'expired', 'its entry 1 has none of these states'],
    ['__proto__=expired', 'talent', 'its entry 1'],
    ['constructor', 'CONNECTION_EXPIRED', 'its entry 1'],
  ])('%j is rejected with the known names', async (simulation, known, message) => {
    const { status, data, errors } = await ask(
      simulation,
      'mutation { createList(input: { name: "x" }) { __typename } }',
    );
    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining(message),
        extensions: { code: 'BAD_REQUEST', known: expect.arrayContaining([known]) },
      },
    ]);
    expect(graph.tools.calls).toEqual([]);
  });
});
