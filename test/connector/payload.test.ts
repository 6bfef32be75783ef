import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conversationTools } from '../../src/tools/conversation/conversation-tools.ts';
import { executeResponseSchema, toolsResponseSchema } from '../../src/tools/rest-protocol.ts';
import { goldenPayloads } from '../../src/tools/golden-payloads.ts';
import { decoderOf, undecodable } from '../../src/tools/payload-decoder.ts';
import { inputIssues } from '../../src/tools/rules/input-issues.ts';
import { talentTools } from '../../src/tools/talent/talent-tools.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { toolPayloads } from '../support/platform/tool-payloads.ts';

const payloads = new Map<string, unknown>(Object.entries(toolPayloads));

const schemas: { name: string; schema: z.ZodType; payload: unknown }[] = [
  ...Object.values({ ...talentTools, ...conversationTools }).map(({ name, output }) => ({
    name,
    schema: output,
    payload: payloads.get(name),
  })),
  { name: 'a response', schema: executeResponseSchema, payload: { data: { id: 'sig_1' }, execution_id: 'exe_1' } },
  {
    name: 'a tool listing',
    schema: toolsResponseSchema,
    payload: { tools: [{ name: 'lists_get', description: 'Gets a list.', read_only: true, input_schema: {} }] },
  },
];

const junk: readonly unknown[] = [
  undefined,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  Number.NaN,
  1e20,
  1_772_270_100_000,
  '',
  'text',
  'ada@example.com',
  ' https://example.com/a b ',
  '2026-02-28 09:15:00',
  '2026-02-30T99:00:00Z',
  '2021-03',
  '9'.repeat(20),
  [],
  [null],
  {},
  { id: 'usr_1' },
];

/** Copies a payload and replaces, adds or removes values at random places. */
function damaged(payload: unknown, random: Random, percent: number): unknown {
  if (random.chance(percent)) return junk[random.int(0, junk.length - 1)];
  if (Array.isArray(payload)) {
    const items = payload.map((item) => damaged(item, random, percent));
    return random.chance(percent) ? [...items, ...items, junk[random.int(0, junk.length - 1)]] : items;
  }
  if (typeof payload !== 'object' || payload === null) return payload;
  const fields = Object.entries(payload)
    .filter(() => !random.chance(percent))
    .map(([name, value]) => [name, damaged(value, random, percent)] as const);
  return Object.fromEntries(random.chance(percent) ? [...fields, ['unknown', 1]] : fields);
}

describe('a compiled schema', () => {
  it.each(schemas)('returns the same data and issues as the schema of $name', ({ schema, payload }) => {
    const compiled = z.compile(schema, { strict: true });
    const random = randomFrom(1);
    const outcomes = { readable: 0, unreadable: 0, different: 0 };
    for (let percent = 0; percent < 20; percent += 0.2) {
      const tried = damaged(payload, random, percent);
      const expected = inputIssues(schema, structuredClone(tried));
      outcomes['data' in expected ? 'readable' : 'unreadable'] += 1;
      // Comparing with `toStrictEqual` would take several times as long.
      if (!isDeepStrictEqual(inputIssues(compiled, tried), expected)) outcomes.different += 1;
    }
    expect(outcomes.different).toBe(0);
    expect(Math.min(outcomes.readable, outcomes.unreadable)).toBeGreaterThan(5);
  });
});

const reads = Object.values({ ...talentTools, ...conversationTools }).filter((tool) => tool.class === 'read');

describe('a decoder', () => {
  it.each(reads)('returns what the schema of $name parses a payload to, or that the payload is undecodable', (tool) => {
    const { name, output } = tool;
    const decode = decoderOf(output);
    const random = randomFrom(2);
    const outcomes = { decoded: 0, undecodable: 0, different: 0 };
    for (const payload of [
      payloads.get(name),
      goldenPayloads[name]?.full.payload,
      goldenPayloads[name]?.lean.payload,
    ]) {
      expect(decode(payload)).toEqual(output.parse(payload));
      for (let percent = 0; percent < 10; percent += 0.1) {
        const tried = damaged(payload, random, percent);
        const before = structuredClone(tried);
        const decoded = decode(tried);
        outcomes[decoded === undecodable ? 'undecodable' : 'decoded'] += 1;
        const isSame = decoded === undecodable || isDeepStrictEqual(output.safeParse(before).data, decoded);
        if (!isSame || !isDeepStrictEqual(tried, before)) outcomes.different += 1;
      }
    }
    expect(outcomes.different).toBe(0);
    expect(outcomes.decoded).toBeGreaterThan(20);
  });
});
