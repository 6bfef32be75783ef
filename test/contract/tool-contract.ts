import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { unusedIdentifier } from '../../src/tools/rest-protocol.ts';
import { toParameters } from '../../src/tools/talent/search-filter.ts';
import { searchPayload } from '../../src/tools/talent/search.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { toolSchemas } from '../../src/tools/tool-schemas.ts';
import { toolsByName as tools } from '../platform/golden/golden-calls.ts';
import { type Contract, type Fields, period, recent, unknownTool } from './contract-caller.ts';

const ajv = new Ajv2020({ strict: true });
addFormats.default(ajv);
const { signals_list, searches_list, searches_get, searches_signals_list, activities_list } = tools;
const reads: Tool[] = Object.values(tools).filter((tool) => tool.class === 'read');

/** Inputs that a tool with these parameters must reject, although each value has a valid form. */
const badInputs: Fields[] = [
  { limit: '101' },
  { time_range: ['2026-02-02', '2026-02-01'] },
  { time_range: ['2026-02-01', '2026-02-02'], time_relative: '7' },
  { fromDate: period.toDate, toDate: period.fromDate },
  { updatedFrom: period.toDate, updatedTo: period.fromDate },
];
const unknown = 'no-such-id';
const unknownIds: Fields = { id: unknown, list_id: unknown, entry_id: unknown, activityId: randomUUID() };

/** Values that the JSON Schema of a parameter excludes. */
function badValuesOf(schema: unknown): unknown[] {
  const { type, enum: values, format, pattern } = Object(schema);
  if (type === 'integer') return [0];
  return values || format || pattern ? ['no such value'] : [];
}

export function describeTools({ call, check }: Contract): void {
  for (const tool of reads) {
    const { required = [], properties = {} } = Object(toolSchemas(tool).input);
    const params = Object.keys(Object(properties));

    check(`${tool.name} returns what output_schema describes`, [tool], async (given, golden) => {
      let input = golden;
      const activities = 'activityId' in input ? await call.page(activities_list, { fromDate: recent }) : { items: [] };
      for (const { id } of activities.items.slice(0, 10))
        if ((await call.codeOf(tool, input)) === 'NOT_FOUND') input = { activityId: id };
      const code = 'activityId' in input ? await call.codeOf(tool, input) : undefined;
      given(code !== 'NOT_FOUND', 'none of ten activities has this output');
      const payload = await call.payload(tool, input);
      ajv.validate(toolSchemas(tool).output, payload);
      expect(ajv.errors).toBeNull();
      if (tool.name.endsWith('s_get') && 'id' in input) expect(payload).toMatchObject(input);
    });

    const rejects = `${tool.name} rejects inputs that input_schema does not allow, and unknown ids`;
    check(rejects, [tool], async (_given, input) => {
      const hasAll = (change: Fields) => Object.keys(change).every((key) => params.includes(key));
      const bad = [
        { no_such_parameter: 1 },
        ...Array.from<string>(required).map((key) => ({ [key]: undefined })),
        ...params.flatMap((key) => badValuesOf(Object(properties)[key]).map((value) => ({ [key]: value }))),
        ...badInputs.filter(hasAll),
      ];
      const unknowns = Object.entries(unknownIds).map(([key, id]) => ({ [key]: id }));
      for (const [code, changes] of Object.entries({ BAD_USER_INPUT: bad, NOT_FOUND: unknowns.filter(hasAll) }))
        for (const change of changes)
          expect([change, await call.codeOf(tool, { ...input, ...change })]).toEqual([change, code]);
    });
  }

  check('searches_signals_list applies all filters', [searches_signals_list, searches_list], async (given, { id }) => {
    const { filters } = searchPayload.parse(await call.payload(searches_get, { id }));
    const { items } = await call.all(signals_list, toParameters(filters));
    given(filters.length > 1 && items.length > 0, 'no search has two filters and a signal');
    expect((await call.all(searches_signals_list, { id })).items).toEqual(items);
  });

  for (const tool of [signals_list, activities_list])
    check(`${tool.connector} tells calls apart that are sent together`, [tool], async (_given, input) => {
      const codes = await Promise.all([
        call.codeOf(unknownTool(tool), {}),
        call.codeOf(tool, input),
        call.codeOf(tool, { no_such_parameter: 1 }),
      ]);
      expect(codes).toEqual(['NOT_SUPPORTED', expect.stringMatching(/^no error/), 'BAD_USER_INPUT']);
      expect(await call.codeOf(tool, input, { identifier: unusedIdentifier })).toBe('NOT_CONNECTED');
    });
}
