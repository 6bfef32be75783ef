import { setImmediate } from 'node:timers/promises';
import { buildSchema, parse } from 'graphql';
import { expect, it, vi } from 'vitest';
import { startOperation } from '../../src/operation/operation.ts';
import { createPayer } from '../../src/operation/payer.ts';
import { runOperation } from '../../src/operation/run-operation.ts';

const tooLarge = expect.objectContaining({ originalError: expect.objectContaining({ code: 'RESULT_TOO_LARGE' }) });

it.each([
  ['has a result up to the limit', 0, { data: expect.any(Object) }],
  ['is stopped if names and texts of its result are too long together', 1, { data: null, errors: [tooLarge] }],
])('an operation %s', async (_, excess, expected) => {
  const data = { ['a'.repeat(2_500_000)]: 'b'.repeat(2_500_000 + excess) };
  const { signal } = new AbortController();
  const operation = startOperation({ payer: createPayer('ada'), clientSignal: signal, timeoutMs: 60_000 });
  const result = await runOperation(operation, {
    price: () => undefined,
    spend: (run) => run(),
    execute: () => ({ data }),
    respond: (executed) => executed,
  });

  expect(result).toEqual(expected);
});

it('an operation is prepared once, for its cost and its execution', () => {
  const { signal } = new AbortController();
  const operation = startOperation({ payer: createPayer('ada'), clientSignal: signal, timeoutMs: 60_000 });
  const request = { schema: buildSchema('type Query { a: Int }'), document: parse('{ a }') };
  expect(operation.prepare(request)).toBe(operation.prepare(request));
  operation.end();
});

it('prices operations that arrive together in several iterations of the event loop if they take long', async () => {
  // Starts a new iteration of the event loop, without the time that an earlier test used.
  await setImmediate();
  let [clockMs, cpuMs] = [0, 0];
  using clock = vi.spyOn(performance, 'now').mockImplementation(() => clockMs);
  using usage = vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: cpuMs * 1000, system: 0 }));
  let iteration = 0;
  const counting = (async () => {
    for (; iteration < 10; iteration += 1) await setImmediate();
  })();
  const price = async ({ ms, pausedMs = 0 }: { ms: number; pausedMs?: number }) => {
    let pricedIn = -1;
    const { signal } = new AbortController();
    const operation = startOperation({ payer: createPayer('ada'), clientSignal: signal, timeoutMs: 60_000 });
    await runOperation(operation, {
      price: () => {
        pricedIn = iteration;
        cpuMs += ms;
        clockMs += ms + pausedMs;
        return { data: null };
      },
      spend: (run) => run(),
      execute: () => ({ data: null }),
      respond: (executed) => executed,
    });
    return pricedIn;
  };
  const iterationsOf = async (...operations: Parameters<typeof price>[0][]) => {
    await setImmediate();
    return new Set(await Promise.all(operations.map(price))).size;
  };
  const slow = await iterationsOf({ ms: 6 }, { ms: 6 }, { ms: 6 });
  const quick = await iterationsOf({ ms: 1 }, { ms: 1 }, { ms: 1 });
  // The clock advances without CPU time, as if a busy machine paused the process.
  const paused = await iterationsOf({ ms: 1, pausedMs: 60 }, { ms: 1, pausedMs: 60 }, { ms: 1 });
  await counting;
  expect(clock).toHaveBeenCalled();
  expect(usage).toHaveBeenCalled();
  expect({ slow, quick, paused }).toEqual({ slow: 3, quick: 1, paused: 1 });
});
