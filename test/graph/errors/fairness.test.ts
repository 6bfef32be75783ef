import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import type { ProblemCode } from '../../../src/tools/errors/error-codes.ts';
import { CityTotalDocument } from '../../support/generated/operations.ts';
import { startGraph, useGraph } from '../../support/graph/test-graph.ts';

describe('callers whose reads all fail', () => {
  const graph = useGraph(() => startGraph({ resilience: { initialRetryDelayMs: 1 } }));

  /** Makes every read of these callers fail, and sends reads of theirs until their breakers are open. */
  async function fail(code: ProblemCode, ...callers: string[]) {
    graph.tools.replace('cities_list', ({ identifier }, real) =>
      callers.includes(identifier)
        ? Promise.reject(new ToolError({ code, tool: 'cities_list', message: 'It failed.' }))
        : real(),
    );
    for (let request = 0; request < 20; request += 1) await Promise.all(callers.map((caller) => read(caller)));
  }

  async function read(as: string) {
    const { data, errors } = await graph.execute(CityTotalDocument, {}, { as });
    return data?.cities ? 'OK' : errors[0]?.extensions?.['code'];
  }

  const sentBy = (caller: string) => graph.tools.calls.filter(({ identifier }) => identifier === caller).length;

  it('because the platform is unavailable for one of them make none of 200 reads of another fail', async () => {
    await fail('UPSTREAM_UNAVAILABLE', 'ada');
    const sent = sentBy('ada');
    expect(await read('ada')).toBe('UPSTREAM_UNAVAILABLE');
    expect(sentBy('ada')).toBe(sent);
    const outcomes: unknown[] = [];
    for (let request = 0; request < 200; request += 1) {
      if (request % 5 === 0) await read('ada');
      outcomes.push(await read('ben'));
    }

    expect(outcomes).toEqual(Array(200).fill('OK'));
    expect(sentBy('ben')).toBe(200);
  });

  it('because of their own data make no read of a third caller fail', async () => {
    await fail('UPSTREAM_ERROR', 'ada', 'ben');
    const outcomes = await Promise.all(Array.from({ length: 40 }, async () => read('cleo')));

    expect(outcomes).toEqual(Array(40).fill('OK'));
  });
});
