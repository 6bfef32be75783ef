import type { InstitutionRecord } from '../../../connector/talent/records.ts';
import { institutionIdPattern } from '../../../tools/talent/vocabulary.ts';
import { builder } from '../../core/builder.ts';
import { entityById } from '../../core/entities.ts';
import { fromTalent } from '../../core/type-source.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import { addEntityLookup, lookupCalls } from './entity-lookup.ts';

export const institutionCalls = lookupCalls('educations_list');

export const EducationInstitution = builder.objectRef<InstitutionRecord>('EducationInstitution').implement({
  description:
    'A university or school as the talent service knows it. Only `id` is set if a profile links one that the service no longer knows.',
  extensions: { ...fromTalent, ...toolCalls({ batched: [institutionCalls] }) },
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description: 'Entity ID of the form `ede_*`, as `SignalFilter.pastInstitutionIds` takes it.',
    }),
    name: t.exposeString('name', { description: 'Name of the institution; null if unknown.' }),
    country: t.exposeString('country', { description: 'Name of the country it is in; null if unknown.' }),
  }),
});

export const institutions = addEntityLookup({
  type: EducationInstitution,
  typeName: 'EducationInstitution',
  tool: institutionCalls.tool,
  field: 'educationInstitutions',
  description: 'Universities and schools found by name or by ID, sorted by name.',
  idPattern: institutionIdPattern,
  idForm: 'ede_*',
  unknown: (id) => ({ id, name: null, country: null }),
  fetchPage: (talent, query) => talent.institutions(query),
  fetchByIds: (talent, ids) => talent.institutionsById(ids),
});

entityById(EducationInstitution, institutions.find);
