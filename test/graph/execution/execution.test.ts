import { describe, expect, it, vi } from 'vitest';
import { completionGraceMs, startOperation } from '../../../src/operation/operation.ts';
import { createPayer } from '../../../src/operation/payer.ts';
import { useStoppedClock } from '../../support/stopped-clock.ts';

describe('an execution', () => {
  useStoppedClock();

  const start = (client = new AbortController(), sharedSignal?: AbortSignal) =>
    startOperation({ payer: createPayer('ada'), clientSignal: client.signal, sharedSignal, timeoutMs: 1000 });

  it('is stopped half a second after its time limit', () => {
    const execution = start();
    vi.advanceTimersByTime(1000 + completionGraceMs - 1);
    expect(execution.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(execution.signal.reason).toMatchObject({
      code: 'OPERATION_TIMEOUT',
      message: expect.stringContaining('1000 ms'),
    });
  });

  it('aborts its tool calls at its time limit', () => {
    const operation = start();
    vi.advanceTimersByTime(999);
    expect(operation.callSignal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(operation.callSignal.reason).toMatchObject({ message: 'The operation took longer than 1000 ms.' });
    expect(vi.getTimerCount()).toBe(1);
  });

  it('leaves shared tool calls to the other operations when it is stopped', () => {
    const [client, shared] = [new AbortController(), new AbortController()];
    const own = start(client);
    const sharing = start(client, shared.signal);
    for (const operation of [own, sharing]) operation.stop(new Error('too large'));
    expect([own.callSignal.aborted, sharing.callSignal.aborted]).toEqual([true, false]);
    shared.abort(new Error('left'));
    expect(sharing.callSignal.reason).toMatchObject({ message: 'left' });
  });

  it('is stopped when the client disconnects', () => {
    const client = new AbortController();
    const execution = start(client);
    client.abort(new Error('left'));
    expect(execution.signal.reason).toMatchObject({ message: 'left' });
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
  });
});
