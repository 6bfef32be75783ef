import { z } from 'zod';
import { declareDecoder, recordOrTextDecoder } from '../payload-decoder.ts';
import { field, optional, optionalInPayload, shapeOf } from '../record-fields.ts';
import { maxNameLength } from '../rules/field-rules.ts';
import { defineTools } from '../tool.ts';
import { lastOption, lenient, sentAs, wireObject } from '../wire.ts';
import { pageInput, pageOf } from './page.ts';
import { idsOfForm } from './text-rules.ts';
import { companyIdPattern, institutionIdPattern } from './vocabulary.ts';

const search = z
  .string()
  .max(maxNameLength, `must be at most ${maxNameLength} characters`)
  .optional()
  .describe('Full or partial words of the name, in any order, case-insensitive. Lists all when omitted.');

/** A city. Some services return only its name; the embedded service adds the number of signals. */
const cityShape = { name: z.string(), signal_count: lenient(z.int().nonnegative()) };
const cityRecord = wireObject(cityShape);
const cityPayload = sentAs(
  z.union([z.string().transform((name) => ({ name })), z.object(cityShape)]).pipe(cityRecord),
  lastOption,
);
declareDecoder(cityPayload, () => recordOrTextDecoder({ key: 'name', record: cityRecord }));

export const talentId = field.id(z.string().regex(/^[\w.:-]{1,100}$/, 'must be 1 to 100 letters, digits or _ . : -'));

/** Platforms should send ids of this form, because filters only accept these. */
const idOfForm = (pattern: RegExp, form: string) => ({
  payload: sentAs(z.string(), (json) => ({ ...json, pattern: pattern.source })),
  imported: talentId.imported.regex(pattern, `must be an id of the form ${form}`),
});
export const companyId = idOfForm(companyIdPattern, 'exe_*');
export const institutionId = idOfForm(institutionIdPattern, 'ede_*');

// Imports require names, because searches compare them.
export const companyFields = {
  id: companyId,
  name: optionalInPayload(field.name),
  domain: optional(field.name),
  industry: optional(field.name),
};
export const companyPayload = wireObject(shapeOf(companyFields, 'payload'));
export interface CompanyRecord extends z.output<typeof companyPayload> {}

export const institutionFields = {
  id: institutionId,
  name: optionalInPayload(field.name),
  country: optional(field.name),
};
const institutionPayload = wireObject(shapeOf(institutionFields, 'payload'));
export interface InstitutionRecord extends z.output<typeof institutionPayload> {}

const searchOrIds = (pattern: RegExp, form: string, nouns: string) =>
  z.strictObject({
    ids: idsOfForm(pattern, form).optional().describe(`Only ${nouns} with these ${form} ids.`),
    search,
    ...pageInput,
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
    description:
      'Search companies by name, best matches first, or by ids. The past_companies filter accepts these exe_* ids.',
    class: 'read',
    cached: true,
    input: searchOrIds(companyIdPattern, 'exe_*', 'companies'),
    output: pageOf(companyPayload),
  },
  educations_list: {
    description:
      'Search education institutions by name, best matches first, or by ids. The past_education filter accepts these ede_* ids.',
    class: 'read',
    cached: true,
    input: searchOrIds(institutionIdPattern, 'ede_*', 'institutions'),
    output: pageOf(institutionPayload),
  },
});
