import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conversationTools } from '../../src/tools/conversation/conversation-tools.ts';
import { inputIssues } from '../../src/tools/rules/input-issues.ts';
import { talentTools } from '../../src/tools/talent/talent-tools.ts';
import type { Tool } from '../../src/tools/tool.ts';

const tools: Tool[] = [...Object.values(talentTools), ...Object.values(conversationTools)];

const wrongValues: unknown[] = [
  undefined,
  null,
  '',
  'abc',
  'x'.repeat(100_000),
  '0',
  '9'.repeat(20),
  -1,
  0,
  1.5,
  1e300,
  Number.NaN,
  true,
  [],
  [7],
  [null],
  ['', 'abc'],
  ['abc', 'abc', 'abc'],
  {},
  { key: 7 },
  [{}],
  [{ key: '', operator: 7, value: undefined }],
  [{ key: 'city', operator: 'in', value: [], more: 1 }],
  10n,
  Symbol('abc'),
  new Date(Number.NaN),
  () => 'abc',
];

const shapeOf = (tool: Tool) =>
  Object.keys(
    z.looseObject({ properties: z.looseObject({}) }).parse(z.toJSONSchema(tool.input, { io: 'input' })).properties,
  );

const issuesOf = (tool: Tool, input: unknown) => {
  const checked = inputIssues(tool.input, input);
  return 'issues' in checked ? checked.issues : [];
};

/** Matches zod's own messages. */
const libraryMessage = /^Invalid|^Unrecognized|^Too (small|big)|expected|[<>]=/i;

describe('the input rules of all tools', () => {
  it('report every invalid value as a predicate of the parameter, never with a message of zod', () => {
    const messages = new Set<string>();
    for (const tool of tools) {
      const inputs = [
        ...wrongValues,
        ...shapeOf(tool).flatMap((parameter) => wrongValues.map((value) => ({ [parameter]: value }))),
        { unknownParameter: 1 },
      ];
      for (const input of inputs) for (const { message } of issuesOf(tool, input)) messages.add(message);
    }
    expect([...messages].filter((message) => libraryMessage.test(message))).toEqual([]);
    expect([...messages].filter((message) => !/^(must|is|or) /.test(message))).toEqual([]);
    expect(messages.size).toBeGreaterThan(20);
  });

  it.each<[string, Tool, unknown, string[]]>([
    ['no input', talentTools.signals_get, undefined, [' is required']],
    ['a list as input', talentTools.signals_get, [], [' must be an object']],
    ['no id', talentTools.signals_get, {}, ['id is required']],
    ['a missing UUID', conversationTools.webhook_delete, {}, ['id is required']],
    ['a number as an id', talentTools.signals_get, { id: 7 }, ['id must be text']],
    [
      'unknown parameters',
      talentTools.signals_get,
      { id: 'x', age: 3, size: 4 },
      ['age is not known', 'size is not known'],
    ],
    [
      'letters as a limit',
      talentTools.signals_list,
      { limit: 'abc' },
      ['limit must be a whole number from 1, as text'],
    ],
    ['a limit as a number', talentTools.signals_list, { limit: 7 }, ['limit must be text']],
    ['a limit that is too large', talentTools.signals_list, { limit: '101' }, ['limit must be at most 100']],
    ['a text instead of a list', talentTools.signals_list, { city: 'Bern' }, ['city must be a list']],
    ['no trigger', conversationTools.webhook_sample_get, {}, ['trigger is required']],
    ['an unknown gender', talentTools.signals_list, { gender: ['x'] }, ['gender.0 must be one of man, woman']],
    [
      'half a range',
      talentTools.signals_list,
      { time_range: ['2026-01-01'] },
      ['time_range must be at least 2 items long'],
    ],
    ['letters as a score', talentTools.signals_list, { score: 'abc' }, ['score must be a whole number, as text']],
    [
      'a fractional page',
      conversationTools.activities_list,
      { fromDate: '2026-01-01 00:00:00', page: 1.5 },
      ['page must be a whole number'],
    ],
    [
      'an exclusion without a user',
      talentTools.signals_list,
      { screened_by: ['-'] },
      ['screened_by.0 must have a name after the prefix -'],
    ],
    [
      'a repeated exclusion prefix',
      talentTools.signals_list,
      { screened_by: ['--me'] },
      ['screened_by.0 must not repeat the prefix -'],
    ],
    [
      'an exclusion without a city',
      talentTools.signals_list,
      { city: ['Bern', '!'] },
      ['city.1 must have a name after the prefix !'],
    ],
    ['a blank city', talentTools.signals_list, { city: ['! '] }, ['city.0 must have a name after the prefix !']],
    ['a city excluded twice', talentTools.signals_list, { city: ['!!Bern'] }, ['city.0 must not repeat the prefix !']],
    [
      'screened entries with an exclusion without a user',
      talentTools.list_entries_list,
      { list_id: 'l', screened_by: ['-'] },
      ['screened_by.0 must have a name after the prefix -'],
    ],
    [
      'viewed entries with a repeated exclusion prefix',
      talentTools.list_entries_list,
      { list_id: 'l', viewed_by: ['--me'] },
      ['viewed_by.0 must not repeat the prefix -'],
    ],
    ['a word as an emoji', talentTools.searches_update, { id: 's', emoji: 'hello' }, ['emoji must be one emoji']],
    ['two emojis', talentTools.searches_update, { id: 's', emoji: '🐻🐻' }, ['emoji must be one emoji']],
    ['a digit as an emoji', talentTools.searches_update, { id: 's', emoji: '7' }, ['emoji must be one emoji']],
    ['a blank as an emoji', talentTools.searches_update, { id: 's', emoji: ' ' }, ['emoji must be one emoji']],
  ])('reject %s', (_what, tool, input, expected) => {
    expect(issuesOf(tool, input).map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual(expected);
  });

  it.each(['', '🐻', '❤', '❤️', '🇨🇭', '👩‍🚀', '👍🏽', '7️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👨‍👩‍👧‍👦', '☎'])(
    'accept %j as the emoji of a search',
    (emoji) => {
      expect(issuesOf(talentTools.searches_update, { id: 's', emoji })).toEqual([]);
    },
  );

  it.each(['exe_5f1c-aa', 'exe_a.b', 'exe__', 'exe_Ab9_-.'])('accept %s as the id of a company', (id) => {
    expect(issuesOf(talentTools.companies_list, { ids: [id] })).toEqual([]);
    expect(issuesOf(talentTools.signals_list, { past_companies: [id] })).toEqual([]);
    const institution = id.replace('exe', 'ede');
    expect(issuesOf(talentTools.educations_list, { ids: [institution] })).toEqual([]);
    expect(issuesOf(talentTools.signals_list, { past_education: [institution] })).toEqual([]);
  });

  it.each(['exe_', 'exe', 'ede_1', 'exe_a b', 'exe_a/b', 'exe_ü', 'xexe_1', 'exe_1\n'])(
    'reject %j as the id of a company',
    (id) => {
      const rule = 'must be an id of the form exe_*';
      expect(issuesOf(talentTools.companies_list, { ids: [id] })).toEqual([{ path: ['ids', '0'], message: rule }]);
      expect(issuesOf(talentTools.signals_list, { past_companies: [id] })).toEqual([
        { path: ['past_companies', '0'], message: rule },
      ]);
    },
  );

  it('accept excluded users and names', () => {
    expect(
      issuesOf(talentTools.signals_list, { screened_by: ['-me', 'others', '-usr_1'], city: ['!Bern', 'Biel'] }),
    ).toEqual([]);
  });
});
