import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conversationTools } from '../../../src/tools/conversation/conversation-tools.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { instant } from '../../../src/tools/wire.ts';

const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The forms of dates in tool inputs, each with values within and beyond the bounds and with an invalid date. */
const forms = [
  {
    form: 'date-time',
    within: ['2026-01-01 00:00:00', '1970-01-01 00:00:00', '9999-12-31 23:59:59'],
    beyond: ['0000-01-01 00:00:00', '1969-12-31 23:59:59'],
    noDate: '2026-01-01',
  },
  {
    form: 'day',
    within: ['2026-01-01', '1970-01-01', '9999-12-31'],
    beyond: ['0000-01-01', '1969-12-31'],
    noDate: '2026-02-30',
  },
  {
    form: 'two days',
    within: [
      ['2026-01-01', '2026-01-02'],
      ['1970-01-01', '9999-12-31'],
    ],
    beyond: [
      ['0000-01-01', '2026-01-02'],
      ['1969-12-31', '2026-01-02'],
    ],
    noDate: ['2026-01-01', '2026-02-30'],
  },
  {
    form: 'milliseconds as text',
    within: ['1767225600000', '0', String(lastMs)],
    beyond: [String(lastMs + 1), '999999999999999', '-1'],
    noDate: '1.5',
  },
  {
    form: 'milliseconds',
    within: [1_767_225_600_000, 0, lastMs],
    beyond: [lastMs + 1, 8.64e15, -1],
    noDate: 1.5,
  },
];

const tools: Tool[] = [...Object.values(talentTools), ...Object.values(conversationTools)];

/** The issues of one parameter; those of missing other parameters are ignored. */
function issuesOf({ input }: Tool, name: string, value: unknown): string[] {
  const read = input.safeParse({ [name]: value });
  return (read.error?.issues ?? []).filter(({ path }) => path[0] === name).map(({ message }) => message);
}

/** The date parameters of all tools: those that accept a date of a form but reject a similar invalid one. */
const parameters = tools.flatMap((tool) =>
  Object.entries(z.toJSONSchema(tool.input, { io: 'input' }).properties ?? {}).flatMap(([name, schema]) =>
    forms
      .filter(({ within, noDate }) => {
        const isOtherNumber = typeof within[0] === 'number' && !JSON.stringify(schema).includes('epoch milliseconds');
        return (
          !isOtherNumber && issuesOf(tool, name, within[0]).length === 0 && issuesOf(tool, name, noDate).length > 0
        );
      })
      .map((form) => ({ ...form, tool, name, parameter: `${tool.name}.${name}` })),
  ),
);

describe('dates in inputs of tools', () => {
  it('are found in all tools that have them', () => {
    expect(parameters.map(({ parameter, form }) => `${parameter}: ${form}`).toSorted()).toEqual(
      [
        ...['fromDate', 'toDate', 'updatedFrom', 'updatedTo'].map((name) => `activities_list.${name}: date-time`),
        'activity_upload.completedAt: day',
        ...['automated_call_scoring_list', 'coaching_feedback_list', 'comments_list', 'listens_list'].flatMap(
          (list) => [`${list}.fromDate: date-time`, `${list}.toDate: date-time`],
        ),
        'searches_create.visited_at: milliseconds',
        'searches_update.visited_at: milliseconds',
        'signals_list.created_after: milliseconds as text',
        'signals_list.time_range: two days',
        'signals_list.time_relative: milliseconds as text',
      ].toSorted(),
    );
  });

  it.each(parameters)('must be between 1970 and 9999: $parameter', ({ tool, name, within, beyond }) => {
    for (const value of within) expect([value, issuesOf(tool, name, value)]).toEqual([value, []]);
    for (const value of beyond) expect([value, issuesOf(tool, name, value)]).not.toEqual([value, []]);
    expect(issuesOf(tool, name, beyond[0])).toEqual(['must be between 1970 and 9999']);
  });
});

describe('dates in payloads of tools', () => {
  it.each([0, lastMs, '1970-01-01 00:00:00', '9999-12-31T23:59:59.999Z'])('are read on the bounds: %s', (value) => {
    expect(instant.safeParse(value).success).toBe(true);
  });

  it.each([-1, lastMs + 1, '0001-01-01T00:00:00Z', '1969-12-31 23:59:59', '9999-12-31T23:59:59-01:00'])(
    'are unreadable beyond the bounds: %s',
    (value) => {
      expect(instant.safeParse(value).success).toBe(false);
    },
  );
});
