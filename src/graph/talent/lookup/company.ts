import type { CompanyRecord } from '../../../tools/talent/lookup.ts';
import { companyIdPattern } from '../../../tools/talent/vocabulary.ts';
import { builder } from '../../core/builder.ts';
import { talentSource } from '../../../operation/type-source.ts';
import { fieldById } from '../../core/entities.ts';
import { idOf, toolCalls } from '../../../operation/cost/call-cost.ts';
import { addEntityLookup, lookupCalls } from './entity-lookup.ts';

export const companyCalls = lookupCalls('companies_list');

export const Company = builder.objectRef<CompanyRecord>('Company').implement({
  description:
    'A company in the talent service. Only `id` is set if a profile refers to a company that the service no longer has.',
  extensions: { ...talentSource, ...toolCalls({ batched: [companyCalls] }) },
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description:
        'ID of the form `exe_*`. Use it in `SignalFilter.pastCompanyIds` to find people who have worked at the company.',
    }),
    name: t.exposeString('name', { description: 'Name of the company; null if unknown.' }),
    domain: t.exposeString('domain', {
      description: 'Internet domain of the company, for example `example.com`; null if unknown.',
    }),
    industry: t.exposeString('industry', { description: 'Industry of the company; null if unknown.' }),
  }),
});

export const companies = addEntityLookup({
  type: Company,
  tool: companyCalls.tool,
  field: 'companies',
  description: 'Companies, optionally filtered by name or ID.',
  idPattern: companyIdPattern,
  idForm: 'exe_*',
  unknown: (id) => ({ id, name: null, domain: null, industry: null }),
  fetchPage: (talent, query) => talent.companies(query),
  fetchByIds: (talent, ids) => talent.companiesById(ids),
});

fieldById('company', {
  type: Company,
  extensions: toolCalls({ lookup: { keyOf: idOf }, batched: [companyCalls] }),
  description:
    'A company by ID; null if it does not exist. Costs one `companies_list` call per 100 distinct companies in the operation, including companies in careers.',
  idDescription: 'ID of the company, of the form `exe_*`.',
  find: companies.find,
});
