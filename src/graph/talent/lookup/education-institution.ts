import type { InstitutionRecord } from '../../../tools/talent/lookup.ts';
import { institutionIdPattern } from '../../../tools/talent/vocabulary.ts';
import { builder } from '../../core/builder.ts';
import { talentSource } from '../../../operation/type-source.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { addEntityLookup, lookupCalls } from './entity-lookup.ts';

export const institutionCalls = lookupCalls('educations_list');

export const EducationInstitution = builder.objectRef<InstitutionRecord>('EducationInstitution').implement({
  description:
    'A university or school in the talent service. Only `id` is set if a profile refers to an institution that the service no longer has.',
  extensions: { ...talentSource, ...toolCalls({ batched: [institutionCalls] }) },
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description:
        'ID of the form `ede_*`. Use it in `SignalFilter.pastInstitutionIds` to find people who have studied at the institution.',
    }),
    name: t.exposeString('name', { description: 'Name of the institution; null if unknown.' }),
    country: t.exposeString('country', { description: 'Name of the country of the institution; null if unknown.' }),
  }),
});

export const institutions = addEntityLookup({
  type: EducationInstitution,
  tool: institutionCalls.tool,
  field: 'educationInstitutions',
  description: 'Universities and schools, optionally filtered by name or ID.',
  idPattern: institutionIdPattern,
  idForm: 'ede_*',
  unknown: (id) => ({ id, name: null, country: null }),
  fetchPage: (talent, query) => talent.institutions(query),
  fetchByIds: (talent, ids) => talent.institutionsById(ids),
});
