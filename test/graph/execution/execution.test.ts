import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { completionGraceMs, startExecution } from '../../../src/operation/execution/execution.ts';

describe('an execution', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const start = (client = new AbortController()) =>
    startExecution({ identifier: 'ada', clientSignal: client.signal, timeoutMs: 1000 });

  it('is stopped half a second after its time limit', () => {
    const execution = start();
    vi.advanceTimersByTime(1000 + completionGraceMs - 1);
    expect(execution.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(execution.signal.reason).toMatchObject({
      code: 'OPERATION_TIMEOUT',
      message: expect.stringContaining('1000 ms'),
    });
    expect(execution.checkpoint()).toBeInstanceOf(Promise);
  });

  it('is stopped when the client disconnects', () => {
    const client = new AbortController();
    const execution = start(client);
    client.abort(new Error('left'));
    expect(execution.signal.reason).toMatchObject({ message: 'left' });
    expect(execution.checkpoint()).toBeInstanceOf(Promise);
  });

  it('does not start for a client that has already disconnected', () => {
    const client = new AbortController();
    client.abort();
    expect(start(client).signal.aborted).toBe(true);
  });

  it('has no timer after its end', () => {
    const execution = start();
    execution.end();
    expect(vi.getTimerCount()).toBe(0);
    expect(execution.checkpoint()).toBeUndefined();
  });
});
