import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPlatformLab } from '../../platform/api/platform-lab.ts';
import { environmentOfClient } from '../../support/network/serve-app.ts';
import { useResource } from '../../support/resource.ts';
import { jsonRequest } from '../../support/network/post-json.ts';
import { startApp } from '../../support/network/start-app.ts';

describe('a graph whose platform rejects further calls', () => {
  let windowEnd: number;

  const lab = useResource(() => startPlatformLab({ CALL_RATE_LIMIT: '2' }));
  const graph = useResource(async () => {
    const remote = await environmentOfClient(lab.db, lab.origin);
    return startApp({ DEV_IDENTIFIER: 'ada', CACHE_SECONDS: '0', ...remote });
  });
  beforeAll(async () => {
    windowEnd = Date.now() + 60_000;
    for (const name of ['First', 'Second']) {
      const body = await send(`mutation { createList(input: { name: "${name}" }) { __typename } }`);
      expect(body).toMatchObject({ data: { createList: { __typename: 'CreateListSuccess' } } });
    }
  });
  beforeEach(() => lab.forget());

  async function send(query: string) {
    const response = await graph.fetch(jsonRequest('http://localhost/graphql', { query }));
    return response.json();
  }

  function expectRetryAt(retryAt: string) {
    // The rate limit window began with the first call, shortly after `windowEnd` was computed.
    expect(new Date(retryAt).getTime()).toBeGreaterThanOrEqual(windowEnd);
    expect(new Date(retryAt).getTime()).toBeLessThan(windowEnd + 30_000);
  }

  it('says in the error of a field when to retry', async () => {
    const { data, errors } = await send('{ lists { name } }');
    expect(data).toEqual({ lists: null });
    expect(errors).toMatchObject([
      {
        path: ['lists'],
        message: 'lists_list was called too often.',
        extensions: { code: 'RATE_LIMITED', tool: 'lists_list', isRetryable: true },
      },
    ]);
    expectRetryAt(errors[0].extensions.retryAt);
  });

  it('says in the problem of a mutation when to retry, and changes nothing', async () => {
    const { data, errors } = await send(
      'mutation { createList(input: { name: "Third" }) { ... on UpstreamProblem { code isRetryable retryAt } } }',
    );
    expect(errors).toBeUndefined();
    expect(data.createList).toMatchObject({ code: 'RATE_LIMITED', isRetryable: true });
    expectRetryAt(data.createList.retryAt);
    expect((await lab.lists()).map(({ name }) => name)).toEqual(['First', 'Second']);
    // The graph also lists the tools, to learn whether the platform accepts batches of calls.
    const calls = lab.logged.filter(({ tool }) => tool !== undefined);
    expect(calls).toMatchObject([{ status: 429, code: 'RATE_LIMITED', tool: 'talent_lists_create' }]);
  });
});
