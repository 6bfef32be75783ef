import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createConnector } from '../../src/connector/connector.ts';
import { allScopes } from '../../src/tools/tool.ts';
import { ToolError } from '../../src/tools/errors/tool-error.ts';
import { createEmbeddedTransport } from '../../src/connector/transports/embedded.ts';
import { talentTools } from '../../src/tools/talent/talent-tools.ts';
import { PlatformError } from '../../src/tools/errors/platform-error.ts';
import { calmResilience } from '../support/graph/calm-resilience.ts';

/** The errors of a call and a listing whose platform behaves like `answer`. */
async function errorOf(answer: () => Promise<never>, signal = new AbortController().signal) {
  const connector = createConnector({
    transport: createEmbeddedTransport({ execute: answer, listTools: answer }),
    connections: { talent: { connectionName: 'talent', toolPrefix: 'talent_' } },
    resilience: calmResilience,
    log: pino({ level: 'silent' }),
  });
  const tools = connector.openSession({ identifier: 'ada', scopes: allScopes, signal });
  const of = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
  return {
    executing: await of(tools.call(talentTools.lists_get, { id: 'x' })),
    listing: await of(connector.listTools({ kind: 'talent', identifier: 'ada', signal })),
  };
}

describe('the embedded transport', () => {
  it('turns a PlatformError into a ToolError with the same code, message and issues', async () => {
    const issues = [{ path: ['id'], message: 'must be shorter' }];
    const refusal = new PlatformError({ code: 'BAD_USER_INPUT', message: 'id must be shorter', issues });
    const { executing, listing } = await errorOf(() => Promise.reject(refusal));

    expect(executing).toBeInstanceOf(ToolError);
    expect(executing).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'id must be shorter',
      issues,
      tool: 'lists_get',
      cause: refusal,
    });
    expect(listing).toMatchObject({ code: 'BAD_USER_INPUT', tool: 'list_tools', cause: refusal });
  });

  it('turns any other error into an UPSTREAM_ERROR that reveals nothing about it but has it as the cause', async () => {
    const fault = new Error('relation "talent_lists" does not exist');
    const { executing } = await errorOf(() => Promise.reject(fault));

    expect(executing).toBeInstanceOf(ToolError);
    expect(executing).toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: 'lists_get failed in the service.',
      tool: 'lists_get',
      isRetryable: false,
      cause: fault,
    });
  });

  it('stops waiting when the operation is aborted, even if the service ignores the signal', async () => {
    const leave = new AbortController();
    let asked = 0;
    const { executing, listing } = await errorOf(() => {
      asked += 1;
      queueMicrotask(() => leave.abort());
      return new Promise(() => {});
    }, leave.signal);

    expect(executing).toMatchObject({ name: 'AbortError' });
    expect(listing).toMatchObject({ name: 'AbortError' });
    expect(asked).toBe(1);
  });
});
