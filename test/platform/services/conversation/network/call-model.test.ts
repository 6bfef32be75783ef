import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterEach, expect, it, vi } from 'vitest';
import { callModel } from '../../../../../src/platform/services/conversation/network/call-model.ts';
import { AnalystError } from '../../../../../src/platform/services/conversation/processing-error.ts';
import { serveLoopback } from '../../../../support/network/loopback-server.ts';

afterEach(() => void vi.restoreAllMocks());

it('reports a connection that closes just before the timeout as closed, and retryable', async () => {
  const server = await serveLoopback((_, response) => response.destroy());
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  // The timeout ends after the request has failed, but before `callModel` notices the failure.
  const onError = () => queueMicrotask(() => timeout.abort());
  subscribe('undici:request:error', onError);
  const call = callModel({
    name: 'The model',
    Failure: AnalystError,
    url: server.url,
    key: undefined,
    headers: {},
    timeoutMs: 10_000,
    maxResponseBytes: 1000,
  });

  await expect(call).rejects.toMatchObject({ message: 'The model cannot be reached.', isRetryable: true });
  expect(timeout.signal.aborted).toBe(true);
  unsubscribe('undici:request:error', onError);
  await server.close();
});
