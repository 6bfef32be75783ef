import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { restPaths } from '../../src/tools/rest-protocol.ts';
import { openMemoryDatabase } from '../support/database/memory-database.ts';
import { countStatements, type StatementCounter } from '../support/database/statement-counter.ts';
import { ask } from '../support/graph/served-graph.ts';
import { useResource } from '../support/resource.ts';
import { environmentOfClient, serveApp } from '../support/network/serve-app.ts';
import { startApp } from '../support/network/start-app.ts';

const page = `{ signals(first: 50) { nodes { lists { name } experiences { company { name } }
  educations { institution { name } } } } }`;

describe('a page of 50 signals over REST', () => {
  const requests: string[] = [];
  let statements: StatementCounter;
  const database = useResource(openMemoryDatabase);
  const platform = useResource(async () => {
    statements = countStatements(database);
    const app = await startApp({}, { database: statements.database });
    return serveApp(app, (request, ...rest) => {
      requests.push(new URL(request.url).pathname);
      return app.fetch(request, ...rest);
    });
  });
  const graph = useResource(async () => {
    const remote = await environmentOfClient(database.db, platform.url);
    return serveApp(await startApp({ CACHE_SECONDS: '0', ...remote }));
  });

  it('makes 55 tool calls in 3 requests, which run 16 SQL statements', async () => {
    // On a stopped clock, no work is split for taking too long, so all concurrent reads merge.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    // The first page also reads the list of tools and gets a token.
    await ask(`${graph.url}/graphql`, page);
    requests.length = 0;
    statements.take();

    const { errors, toolCalls } = await ask(`${graph.url}/graphql`, page);

    expect(errors).toEqual([]);
    expect({ calls: toolCalls.length, requests, statements: statements.take() }).toEqual({
      calls: 55,
      requests: [restPaths.executeTool, restPaths.executeTools, restPaths.executeTool],
      statements: 16,
    });
  });
});
