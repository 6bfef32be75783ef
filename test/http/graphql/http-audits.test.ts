import { serverAudits } from 'graphql-http';
import { describe, expect, it } from 'vitest';
import { useHttpGraph } from '../http-graph.ts';

describe('the audits of the GraphQL over HTTP specification', () => {
  const graph = useHttpGraph();

  const audits = serverAudits({
    url: async () => `${graph.origin}/graphql`,
    fetchFn: (url: string, { headers, ...init }: RequestInit = {}) =>
      fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(headers)), 'x-graphql-yoga-csrf': '1' } }),
  });

  it.each(audits.map(({ id, name, fn }) => ({ id, name, fn })))('$id: $name', async ({ fn }) => {
    expect(await fn()).toMatchObject({ status: 'ok' });
  });

  it('are 61', () => {
    expect(audits).toHaveLength(61);
  });
});
