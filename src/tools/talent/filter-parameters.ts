import { z } from 'zod';
import type { FilterKind } from './filter-kind.ts';
import { filterEntries, type FilterKey, signalFilters } from './signal-filter.ts';

/** Appended to the descriptions of tool parameters. In the graph, the type of the field says the same. */
const parameterForms: Partial<Record<FilterKind, string>> = {
  anyOf: ' Signals with one of the values match.',
  overlaps: ' Signals with at least one of the values match.',
  names:
    ' Signals with one of the names match, compared exactly. A name with the prefix ! is excluded; signals without a value match exclusions.',
  screenedBy: ' Values are `me`, `others` or user ids; a value with the prefix - is excluded.',
  atLeast: ' Passed as text: "9" matches 9 and 10.',
  after: ' Passed as epoch milliseconds in text form.',
  since: ' The number is passed as text.',
};

const optionalParameter = <Parameter extends z.ZodType>(parameter: Parameter, description: string, kind: FilterKind) =>
  parameter.optional().describe(description + (parameterForms[kind] ?? ''));

/** A parameter with users who did something with a signal, such as viewing it. */
export const actorsParameter = (description: string) =>
  optionalParameter(signalFilters.screened_by.parameter, description, 'screenedBy');

type Parameters = { [Key in FilterKey]: z.ZodOptional<(typeof signalFilters)[Key]['parameter']> };

// An overload, because TypeScript cannot infer the types of computed keys.
function createParameters(): Parameters;
function createParameters(): Record<string, z.ZodType> {
  return Object.fromEntries(
    filterEntries.map(([key, { parameter, description, kind }]) => [
      key,
      optionalParameter(parameter, description, kind),
    ]),
  );
}

export const filterParameters = z.strictObject(createParameters());

export type SignalsFilter = z.output<typeof filterParameters>;
