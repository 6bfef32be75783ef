import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { lenient, wireObject } from '../wire.ts';
import { pageInput, pageOf } from './page.ts';
import { companyIdPattern, institutionIdPattern } from './vocabulary.ts';

const search = z
  .string()
  .optional()
  .describe(
    'Words of the name or parts of them, in any order, case-insensitive; best matches first. Omit to list all.',
  );

/** Some services answer bare names, ours adds how many signals each has. */
const cityPayload = z
  .union([z.string().transform((name) => ({ name })), z.object({ name: z.string(), signal_count: lenient(z.int()) })])
  .pipe(wireObject({ name: z.string(), signal_count: lenient(z.int().nonnegative()) }));

export const companyPayload = wireObject({
  id: z.string(),
  name: lenient(z.string()),
  domain: lenient(z.string()),
  industry: lenient(z.string()),
});

export const institutionPayload = wireObject({
  id: z.string(),
  name: lenient(z.string()),
  country: lenient(z.string()),
});

export const lookupTools = {
  cities_list: defineTool({
    connector: 'talent',
    name: 'cities_list',
    description: 'Search cities by name; those with most signals first. The names are what the city filter takes.',
    class: 'read',
    cached: true,
    input: z.strictObject({ search, ...pageInput }),
    output: pageOf(cityPayload),
  }),
  companies_list: defineTool({
    connector: 'talent',
    name: 'companies_list',
    description: 'Search companies by name or by ids; the exe_* ids are what the past_companies filter takes.',
    class: 'read',
    cached: true,
    input: z.strictObject({
      ids: z
        .array(z.string().regex(companyIdPattern, 'must be an id of the form exe_*'))
        .optional()
        .describe('exe_* ids.'),
      search,
      ...pageInput,
    }),
    output: pageOf(companyPayload),
  }),
  educations_list: defineTool({
    connector: 'talent',
    name: 'educations_list',
    description: 'Search education institutions by name or by ids; the ede_* ids are what past_education takes.',
    class: 'read',
    cached: true,
    input: z.strictObject({
      ids: z
        .array(z.string().regex(institutionIdPattern, 'must be an id of the form ede_*'))
        .optional()
        .describe('ede_* ids.'),
      search,
      ...pageInput,
    }),
    output: pageOf(institutionPayload),
  }),
};
