import { expect, it } from 'vitest';
import { z } from 'zod';
import { talentTools, type TalentToolName } from '../../../../src/tools/talent/talent-tools.ts';

const faults = (tool: TalentToolName, input: unknown) =>
  (talentTools[tool].input.safeParse(input).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  );

const search = { filters: [], sharees: [], visited_at: 0 };

it.each<[TalentToolName, object, string[]]>([
  ['searches_create', { ...search, title: '🐻'.repeat(50) }, []],
  ['searches_create', { ...search, title: `${'🐻'.repeat(50)}!` }, ['title must be at most 50 characters']],
  ['searches_update', { id: 'q', title: '🐻'.repeat(50) }, []],
  ['searches_update', { id: 'q', title: 'x'.repeat(51) }, ['title must be at most 50 characters']],
  ['searches_update', { id: 'q', title: ' ' }, ['title must not be empty']],
  ['lists_create', { name: '🐻'.repeat(200) }, []],
  ['lists_create', { name: '🐻'.repeat(201) }, ['name must be at most 200 characters']],
  ['lists_update', { id: 'l', name: ` ${'x'.repeat(200)} ` }, []],
  ['signals_list', { fullname: '\u0308' }, ['fullname must not be empty']],
  ['signals_list', { fullname: 'x'.repeat(255) }, []],
  ['signals_list', { fullname: 'x'.repeat(256) }, ['fullname must be at most 255 characters']],
  ['companies_list', { search: 'x'.repeat(255) }, []],
  ['companies_list', { search: 'x'.repeat(256) }, ['search must be at most 255 characters']],
  ['lists_update', { id: 'l', name: '' }, ['name must not be empty']],
])('%s counts an emoji as one character: %j', (tool, input, expected) => {
  expect(faults(tool, input)).toEqual(expected);
});

it('publishes the maximum length of a title in the JSON Schema', () => {
  expect(z.toJSONSchema(talentTools.searches_update.input, { io: 'input' }).properties?.['title']).toEqual({
    type: 'string',
    minLength: 1,
    maxLength: 50,
    description: 'Display name, 1 to 50 characters.',
  });
});
