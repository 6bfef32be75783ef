import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ToolError, type ToolErrorDetails } from '../../../src/tools/errors/tool-error.ts';
import { storeLists } from '../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeCompanies } from '../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { CityTotalDocument, OverviewDocument, ScreenWithProblemDocument } from '../../support/generated/operations.ts';
import { minutesAgo, startGraph, useGraph } from '../../support/graph/test-graph.ts';
import { useLog } from '../../support/log-capture.ts';

const requestId = expect.stringMatching(/^[\w-]{36}$/);
const secret = 'connection to postgres://admin:hunter2@10.0.0.7 refused';

describe('faults', () => {
  const { log, lines } = useLog();
  const graph = useGraph(() => startGraph({ log }));

  /** Log lines other than the access log. */
  const failures = () => lines.filter(({ msg }) => msg !== 'POST /graphql');

  beforeAll(async () => {
    await storeCompanies(graph.db, [{ id: 'exe_1', name: 'Cobalt Robotics' }]);
    await storeSignals(
      graph.db,
      [1, 2, 3].map((index) => ({
        id: `sig_${index}`,
        discovered_at: minutesAgo(index),
        city: 'Bern',
        experiences: [{ company_id: 'exe_1', company_name: 'Cobalt' }],
      })),
    );
    await storeLists(graph.db, [
      { id: 'lst_1', name: 'Founders', creator: 'usr_ada', entries: [{ signal_id: 'sig_1' }, { signal_id: 'sig_3' }] },
    ]);
  });
  afterEach(() => void vi.useRealTimers());

  const node = (id: string, lists: { id: string }[] | null, company: { name: string } | null) => ({
    id,
    lists,
    experiences: [{ companyName: 'Cobalt', company }],
  });
  const founders = [{ id: 'lst_1' }];
  const cobalt = { name: 'Cobalt Robotics' };
  const whole = {
    signals: { nodes: [node('sig_1', founders, cobalt), node('sig_2', [], cobalt), node('sig_3', founders, cobalt)] },
    lists: [{ name: 'Founders' }],
    cities: { nodes: [{ name: 'Bern' }] },
  };

  it('do not occur in a complete result', async () => {
    expect((await graph.ask(OverviewDocument, {})).data).toEqual(whole);
  });

  it('in one root field are masked, logged with the request id and do not affect the others', async () => {
    graph.tools.replace('lists_list', () => Promise.reject(new Error(secret)));
    const { data, errors } = await graph.execute(OverviewDocument, {});

    expect(data).toEqual({ ...whole, lists: null });
    expect(errors).toEqual([
      {
        message: expect.stringMatching(/^Unexpected error\. Quote the request id [\w-]{36} when you report it\.$/),
        path: ['lists'],
        extensions: { code: 'INTERNAL_SERVER_ERROR', requestId },
      },
    ]);
    expect(failures().map(({ level, err }) => ({ level, message: err?.message }))).toEqual([
      { level: 50, message: secret },
    ]);
    expect(errors[0]?.message).toContain(failures()[0]?.requestId);
  });

  it('in an SQL statement of the service reveal the tool, but not the statement', async () => {
    await graph.db.schema.alterTable('talent_cities').renameTo('hidden_cities').execute();
    const { data, errors } = await graph.execute(CityTotalDocument, {});
    await graph.db.schema.alterTable('hidden_cities').renameTo('talent_cities').execute();

    expect(data).toEqual({ cities: null });
    expect(errors).toEqual([
      {
        message: 'cities_list failed in the service.',
        path: ['cities'],
        extensions: { code: 'UPSTREAM_ERROR', tool: 'cities_list', isRetryable: false, retryAt: null, requestId },
      },
    ]);
    expect(failures().map(({ level }) => level)).toEqual([50]);
    expect(failures()[0]?.err?.message).toContain('relation "talent_cities" does not exist');
  });

  it("in one signal's entries do not affect the entries of others", async () => {
    graph.tools.replace('signals_entries', ({ input }, real) =>
      Object(input).id === 'sig_1' ? Promise.reject(upstream('UPSTREAM_TIMEOUT', 'signals_entries')) : real(),
    );
    const { data, errors } = await graph.execute(OverviewDocument, {});

    const [, two, three] = whole.signals.nodes;
    expect(data).toEqual({ ...whole, signals: { nodes: [node('sig_1', null, cobalt), two, three] } });
    expect(errors.map(({ path, extensions }) => ({ path, code: extensions?.['code'] }))).toEqual([
      { path: ['signals', 'nodes', 0, 'lists'], code: 'UPSTREAM_TIMEOUT' },
    ]);
  });

  it('in the company lookup do not affect the data of the profile', async () => {
    graph.tools.replace('companies_list', () => Promise.reject(upstream('UPSTREAM_UNAVAILABLE', 'companies_list')));
    const { data, errors } = await graph.execute(OverviewDocument, {});

    expect(data?.signals?.nodes).toEqual([
      node('sig_1', founders, null),
      node('sig_2', [], null),
      node('sig_3', founders, null),
    ]);
    expect(errors.map(({ path }) => path)).toEqual(
      [0, 1, 2].map((index) => ['signals', 'nodes', index, 'experiences', 0, 'company']),
    );
  });

  it.each<[ToolErrorDetails['code'], boolean]>([
    ['NOT_CONNECTED', false],
    ['CONNECTION_EXPIRED', false],
    ['FORBIDDEN', false],
    ['RATE_LIMITED', true],
    ['UPSTREAM_TIMEOUT', true],
    ['UPSTREAM_UNAVAILABLE', true],
    ['UPSTREAM_ERROR', false],
  ])('with code %s reach the caller of a query', async (code, isRetryable) => {
    graph.tools.replace('cities_list', () => Promise.reject(upstream(code, 'cities_list')));
    const { data, errors } = await graph.execute(CityTotalDocument, {});

    expect(data).toEqual({ cities: null });
    expect(errors).toEqual([
      {
        message: `cities_list ended with ${code}.`,
        path: ['cities'],
        extensions: { code, tool: 'cities_list', isRetryable, retryAt: null, requestId },
      },
    ]);
  });

  it.each<[ToolErrorDetails['code'], object]>([
    ['NOT_FOUND', { __typename: 'NotFoundProblem' }],
    ['FORBIDDEN', { __typename: 'NotPermittedProblem' }],
    ['BAD_USER_INPUT', { __typename: 'InvalidInputProblem' }],
    ['CONFLICT', upstreamProblem(false)],
    ['NOT_CONNECTED', upstreamProblem(false)],
    ['CONNECTION_EXPIRED', upstreamProblem(false)],
    ['RATE_LIMITED', upstreamProblem(true)],
    ['UPSTREAM_TIMEOUT', upstreamProblem(true)],
    ['UPSTREAM_UNAVAILABLE', upstreamProblem(true)],
    [
      'UPSTREAM_ERROR',
      {
        ...upstreamProblem(false),
        message: expect.stringMatching(
          /^signal_screen ended with UPSTREAM_ERROR\. Quote the request id [\w-]{36} when you report it\.$/,
        ),
      },
    ],
  ])('with code %s reach the caller of a mutation as a problem', async (code, problem) => {
    graph.tools.replace('signal_screen', () => Promise.reject(upstream(code, 'signal_screen')));
    const { data } = await graph.ask(ScreenWithProblemDocument, { id: 'sig_1' });

    expect(data.screenSignal).toEqual({ message: `signal_screen ended with ${code}.`, code, ...problem });
  });

  it('report when to retry', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 2, 12) });
    const limited = new ToolError({ code: 'RATE_LIMITED', tool: 'any', message: 'Slow down.', retryAfterMs: 90_000 });
    graph.tools.replace('signal_screen', () => Promise.reject(limited));
    graph.tools.replace('cities_list', () => Promise.reject(limited));

    const problem = await graph.ask(ScreenWithProblemDocument, { id: 'sig_1' });
    const { errors } = await graph.execute(CityTotalDocument, {});

    expect(problem.data.screenSignal).toMatchObject({ isRetryable: true, retryAt: '2026-03-02T12:01:30.000Z' });
    expect(errors[0]?.extensions).toMatchObject({ isRetryable: true, retryAt: '2026-03-02T12:01:30.000Z' });
  });
});

function upstream(code: ToolErrorDetails['code'], tool: string): ToolError {
  return new ToolError({ code, tool, message: `${tool} ended with ${code}.`, cause: new Error(secret) });
}

function upstreamProblem(isRetryable: boolean) {
  return { __typename: 'UpstreamProblem', tool: 'signal_screen', isRetryable, retryAt: null };
}
