import { describe, expect, it } from 'vitest';
import { currentCall, runCall } from '../../../../src/platform/database/pools/call-context.ts';
import { mergeReads } from '../../../../src/platform/database/pools/merge-reads.ts';
import { notFound, PlatformError } from '../../../../src/tools/errors/platform-error.ts';
import { createGate, settled } from '../../../support/gate.ts';

const left = new Error('the caller has gone');

/** Records the loads. A value has its key and length; the key `unknown` is not found. */
function createLab({ gate = createGate(), isOpen = true, failure }: LabOptions = {}) {
  const loads: { scope: string; keys: string[] }[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  if (isOpen) gate.open();
  const read = mergeReads(async (keys: string[], scope) => {
    loads.push({ scope, keys });
    signals.push(currentCall()?.signal);
    await gate.pass();
    if (failure !== undefined) throw failure;
    return (key) => {
      if (key === 'unknown') throw notFound('key', key);
      return { key, length: key.length };
    };
  });
  return { read, loads, signals, gate };
}

interface LabOptions {
  gate?: ReturnType<typeof createGate>;
  isOpen?: boolean;
  failure?: unknown;
}

describe('mergeReads', () => {
  it('loads the keys of an iteration of the event loop once per scope, and returns each read its own value', async () => {
    const { read, loads } = createLab();
    const values = await Promise.all([
      read({ scope: 'ada', key: 'a' }),
      read({ scope: 'ben', key: 'a' }),
      Promise.resolve().then(() => read({ scope: 'ada', key: 'bb' })),
      read({ scope: 'ada', key: 'a' }),
    ]);

    expect(loads).toEqual([
      { scope: 'ada', keys: ['a', 'a', 'bb'] },
      { scope: 'ben', keys: ['a'] },
    ]);
    expect(values.map(({ key, length }) => [key, length])).toEqual([
      ['a', 1],
      ['a', 1],
      ['bb', 2],
      ['a', 1],
    ]);
    expect(new Set(values).size).toBe(4);
  });

  it('loads again for a read that starts while an earlier one is loading, or after it', async () => {
    const { read, loads, gate } = createLab({ isOpen: false });
    const first = read({ key: 'a' });
    await gate.whenWaiting(1);
    const second = read({ key: 'a' });
    await gate.whenWaiting(2);
    gate.open();
    await Promise.all([first, second]);
    await read({ key: 'a' });

    expect(loads.map(({ keys }) => keys)).toEqual([['a'], ['a'], ['a']]);
  });

  it('rejects only the read of an unknown key', async () => {
    const { read } = createLab();
    const results = await Promise.allSettled([read({ key: 'unknown' }), read({ key: 'a' }), read({ key: 'unknown' })]);

    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  });

  it('ends only the read whose tool call is aborted', async () => {
    const { read, signals, gate } = createLab({ isOpen: false });
    const caller = new AbortController();
    const aborted = runCall({ signal: caller.signal }, () => read({ key: 'a' }));
    const other = runCall({ signal: new AbortController().signal }, () => read({ key: 'bb' }));
    await gate.whenWaiting(1);
    caller.abort(left);

    await expect(aborted).rejects.toBe(left);
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
    gate.open();
    expect(await other).toEqual({ key: 'bb', length: 2 });
  });

  it('aborts the load when the tool calls of all reads are aborted', async () => {
    const { read, signals, gate } = createLab({ isOpen: false });
    const callers = [new AbortController(), new AbortController()];
    const reads = callers.map(({ signal }) =>
      runCall({ signal }, () => read({ key: 'a' })).catch((error: unknown) => error),
    );
    await gate.whenWaiting(1);
    for (const caller of callers) caller.abort(left);

    expect(await Promise.all(reads)).toEqual([left, left]);
    expect(signals.map((signal) => signal?.reason)).toEqual([left]);
    gate.open();
  });

  it('loads the value of a read that joins after the only other one has left', async () => {
    const { read, loads, signals } = createLab();
    const caller = new AbortController();
    const aborted = runCall({ signal: caller.signal }, () => read({ key: 'a' }));
    caller.abort(left);
    const other = runCall({ signal: new AbortController().signal }, () => read({ key: 'bb' }));

    await expect(aborted).rejects.toBe(left);
    expect(await other).toEqual({ key: 'bb', length: 2 });
    expect(loads.map(({ keys }) => keys)).toEqual([['bb']]);
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  });

  it('loads nothing for tool calls that were aborted before', async () => {
    const { read, loads } = createLab();
    const caller = new AbortController();
    const waiting = runCall({ signal: caller.signal }, () => read({ key: 'a' }));
    caller.abort(left);

    await expect(waiting).rejects.toBe(left);
    await expect(runCall({ signal: caller.signal }, () => read({ key: 'a' }))).rejects.toBe(left);
    await settled();
    expect(loads).toEqual([]);
  });

  it('rejects each read with its own error when the load fails', async () => {
    const issues = [{ path: ['id'], message: 'is bad' }];
    const details = { code: 'BAD_USER_INPUT', message: 'id is bad', issues } as const;
    const rejected = createLab({ failure: new PlatformError(details) });
    const faulty = createLab({ failure: left });
    const errors = await Promise.all(
      [rejected, rejected, faulty, faulty].map(({ read }) => read({ key: 'a' }).catch((error: unknown) => error)),
    );

    expect(new Set(errors).size).toBe(4);
    expect(errors.slice(0, 2)).toEqual([new PlatformError(details), new PlatformError(details)]);
    for (const error of errors.slice(2))
      expect(error).toMatchObject({ message: 'A read shared by several calls failed.', cause: left });
  });

  it('marks all tool calls as begun when the load has used a connection of a service', async () => {
    const read = mergeReads(async () => {
      const call = currentCall();
      if (call) call.hasBegun = true;
      return () => undefined;
    });
    const { signal } = new AbortController();
    const hasBegun = () =>
      runCall({ signal }, async () => {
        const before = currentCall()?.hasBegun;
        await read({ key: 'a' });
        return [before, currentCall()?.hasBegun];
      });

    expect(await Promise.all([hasBegun(), hasBegun()])).toEqual([
      [false, true],
      [false, true],
    ]);
  });
});
