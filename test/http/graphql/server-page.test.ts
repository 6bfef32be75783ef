import { describe, expect, it } from 'vitest';
import { startHttpGraph } from '../http-graph.ts';
import { production } from './page-environment.ts';

describe('the address on the page', () => {
  const pageOf = async (environment: Record<string, string>, url: string) => {
    const graph = await startHttpGraph({ environment });
    const headers = { accept: 'text/html', host: new URL(url).host };
    const response = await graph.app.fetch(new Request(url, { headers }));
    const text = await response.text();
    await graph.close();
    return text;
  };

  it.each([
    ['/', {}],
    ['/graphql', production],
  ])('at %s is PUBLIC_URL, whatever host the visitor uses', async (path, environment) => {
    for (const host of ['graph.example', 'localhost:4000']) {
      const page = await pageOf({ ...environment, PUBLIC_URL: 'https://graph.example' }, `http://${host}${path}`);
      expect(page).toContain('curl https://graph.example/graphql');
      expect(page).not.toContain('localhost');
    }
  });

  it.each(['/', '/graphql'])('at %s is that of the server in production without PUBLIC_URL', async (path) => {
    const page = await pageOf({ ...production, HOST: '127.0.0.1', PORT: '4321' }, `http://evil.example${path}`);
    expect(page).toContain('curl http://127.0.0.1:4321/graphql');
    expect(page).not.toContain('evil');
  });

  it('is that of the visitor in development without PUBLIC_URL', async () => {
    expect(await pageOf({}, 'http://localhost:5000/')).toContain('curl http://localhost:5000/graphql');
  });

  it('stands beside a query with the prefix of the types', async () => {
    expect(await pageOf({ GRAPH_TYPE_PREFIX: 'Deal' }, 'http://localhost:5000/')).toContain('{ dealSignals(first: 2)');
  });
});
