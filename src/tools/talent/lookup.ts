import { z } from 'zod';
import { maxNameLength } from '../rules/field-rules.ts';
import { defineTools } from '../tool.ts';
import { lenient, wireObject } from '../wire.ts';
import { pageInput, pageOf } from './page.ts';
import { companyIdPattern, institutionIdPattern } from './vocabulary.ts';

const search = z
  .string()
  .max(maxNameLength, `must be at most ${maxNameLength} characters`)
  .optional()
  .describe(
    'Full or partial words of the name, in any order, case-insensitive; best matches first. Lists all when omitted.',
  );

/** A city. Some services return only its name; the embedded service adds the number of signals. */
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

export const lookupTools = defineTools('talent', {
  cities_list: {
    description: 'Search cities by name; cities with the most signals first. The city filter accepts these names.',
    class: 'read',
    cached: true,
    input: z.strictObject({ search, ...pageInput }),
    output: pageOf(cityPayload),
  },
  companies_list: {
    description: 'Search companies by name or by ids. The past_companies filter accepts these exe_* ids.',
    class: 'read',
    cached: true,
    input: z.strictObject({
      ids: z
        .array(z.string().regex(companyIdPattern, 'must be an id of the form exe_*'))
        .optional()
        .describe('Only companies with these exe_* ids.'),
      search,
      ...pageInput,
    }),
    output: pageOf(companyPayload),
  },
  educations_list: {
    description: 'Search education institutions by name or by ids. The past_education filter accepts these ede_* ids.',
    class: 'read',
    cached: true,
    input: z.strictObject({
      ids: z
        .array(z.string().regex(institutionIdPattern, 'must be an id of the form ede_*'))
        .optional()
        .describe('Only institutions with these ede_* ids.'),
      search,
      ...pageInput,
    }),
    output: pageOf(institutionPayload),
  },
});
