import { describe, expect, it } from 'vitest';
import { createCpuTurns } from '../../../src/operation/cpu-turns.ts';
import { finishResult, printedResult } from '../../../src/operation/execution/finished-result.ts';
import { startOperation } from '../../../src/operation/operation.ts';
import { openAccount } from '../../../src/operation/operation-account.ts';

const text = 'Ä "quoted" text \n';

/** A result with about this many characters. */
const dataOf = (length: number) => ({
  total: null,
  signals: {
    nodes: Array.from({ length: 10 }, (_, page) => ({
      score: page / 3,
      lists: Array.from({ length: length / 10 / 100 }, (__, index) => (index ? { name: text.repeat(6) } : null)),
      empty: [],
    })),
  },
});

/** Finishes a result; returns its text, why the operation was stopped, and the lengths of time of the steps. */
async function finish(data: object) {
  let steps = 0;
  const turns = createCpuTurns({
    schedule(turn) {
      steps += 1;
      setImmediate(() => turn.forEach((part) => part()));
    },
  });
  const account = openAccount('ada', { turns });
  const operation = startOperation({ account, clientSignal: new AbortController().signal, timeoutMs: 60_000 });
  await finishResult(data, operation);
  operation.end();
  return { text: printedResult({ data, extensions: undefined }), steps, reason: operation.signal.reason };
}

describe('a finished result', () => {
  it('is printed in steps if it is large, like any other JSON', async () => {
    const data = dataOf(2_000_000);
    const { text: printed, steps } = await finish(data);

    expect(printed === JSON.stringify({ data })).toBe(true);
    expect(steps).toBe(Math.ceil(printed.length / 500_000));
  });

  it('is printed at once if it is small', async () => {
    const data = dataOf(100_000);
    expect(await finish(data)).toEqual({ text: JSON.stringify({ data }), steps: 0, reason: undefined });
  });

  it('stops the operation if it is too long', async () => {
    expect(await finish(dataOf(12_000_000))).toMatchObject({ steps: 0, reason: { code: 'RESULT_TOO_LARGE' } });
  });
});
