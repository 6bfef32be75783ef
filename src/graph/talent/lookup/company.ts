import type { CompanyRecord } from '../../../connector/talent/records.ts';
import { companyIdPattern } from '../../../tools/talent/vocabulary.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import { connectionType, pageArguments, pageListSize } from '../../pagination/connection.ts';
import type { GraphContext } from '../../core/context.ts';
import { perOperation } from '../../core/loader.ts';
import { ofTalent } from '../../core/ownership.ts';
import { pagedListing } from '../../pagination/pagination.ts';
import { type LookupQuery, lookupQuery, noMatches } from './lookup-arguments.ts';
import { lookupLoader, lookupRoom } from './lookup-loader.ts';

/** What it costs to look up those that careers name, 100 a call. */
export const companyCalls = { tool: 'companies_list', calls: lookupRoom } as const;

export const Company = builder.objectRef<CompanyRecord>('Company').implement({
  description: 'A company as the talent service knows it.',
  extensions: { ...ofTalent, ...toolCalls({ shared: [companyCalls] }) },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Entity id of the form exe_*; what pastCompanyIds takes.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    domain: t.exposeString('domain', { description: 'Internet domain; null when unknown.' }),
    industry: t.exposeString('industry', { description: 'Industry; null when unknown.' }),
  }),
});

const companyLoader = perOperation(({ talent }) => lookupLoader(talent.companiesById));

/** A company that a profile names: as the lookup knows it, else by its id alone. */
export async function companyOfProfile(id: string, context: GraphContext): Promise<CompanyRecord> {
  const found = companyIdPattern.test(id) ? await companyLoader(context).load(id) : null;
  return found ?? companyById(id);
}

export const companyById = (id: string): CompanyRecord => ({ id, name: null, domain: null, industry: null });

builder.asEntity(Company, {
  key: builder.selection<{ id: string }>('id'),
  resolveReference: async ({ id }, context) => (companyIdPattern.test(id) ? companyLoader(context).load(id) : null),
});

const companies = pagedListing('companies', async (query: LookupQuery, page, context) => {
  if (query.ids?.length === 0) return noMatches;
  const answer = await context.talent.companies({ ...query, ...page });
  for (const found of answer.items) companyLoader(context).prime(found.id, found);
  return answer;
});

builder.queryField('companies', (t) =>
  t.field({
    type: connectionType('Company', Company, ofTalent),
    extensions: toolCalls({ page: 'companies_list' }),
    description: 'Companies by name or by ids, by name. One tool call: companies_list.',
    listSize: pageListSize,
    args: {
      search: t.arg.string({ description: 'Part of the name, in any case; omit for all.' }),
      ids: t.arg.idList({ description: 'Only these; ids of the form exe_*.' }),
      ...pageArguments(t.arg),
    },
    resolve: (_, { first, after, ...args }, context) =>
      companies(context, lookupQuery(args, { pattern: companyIdPattern, form: 'exe_*' }), { first, after }),
  }),
);
