import pino from 'pino';
import { expect, it } from 'vitest';
import { createGraphContext } from '../../../src/graph/core/context.ts';
import { withOneError } from '../../../src/graph/errors/errors.ts';
import { noTrace } from '../../../src/infrastructure/telemetry/trace-context.ts';
import { createPayer } from '../../../src/operation/payer.ts';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { allScopes } from '../../../src/tools/tool.ts';
import { scriptedConnector } from '../../connector/resilience/scripted-connector.ts';
import { createTestFeed } from '../../support/graph/event-feed.ts';

it('reports a failed call once in each execution for the same event', async () => {
  const { signal } = new AbortController();
  const shared = { loaderScope: {}, signal, discardEarlierReads() {} };
  const { connector } = scriptedConnector({ answer: async () => null });
  const settings = { connector, now: () => new Date(), activityHorizonDays: 60, operationTimeoutMs: 1000 };
  const error = new ToolError({ code: 'UPSTREAM_ERROR', tool: 'activities_list', message: 'It failed.' });
  const openContext = () =>
    createGraphContext(
      { ...settings, events: createTestFeed() },
      {
        payer: createPayer('ada'),
        scopes: allScopes,
        requestId: 'request',
        trace: noTrace,
        signal,
        log: pino({ level: 'silent' }),
        uploads: new Map(),
        shared,
      },
    );
  for (const context of [openContext(), openContext()]) {
    const load = () => withOneError(() => Promise.reject(error), context);
    await expect(load()).rejects.toBe(error);
    await expect(load()).resolves.toBeNull();
    context.operation.end();
  }
});
