import type { InstitutionRecord } from '../../../connector/talent/records.ts';
import { institutionIdPattern } from '../../../tools/talent/vocabulary.ts';
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
export const institutionCalls = { tool: 'educations_list', calls: lookupRoom } as const;

export const EducationInstitution = builder.objectRef<InstitutionRecord>('EducationInstitution').implement({
  description: 'A university or school as the talent service knows it.',
  extensions: { ...ofTalent, ...toolCalls({ shared: [institutionCalls] }) },
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description: 'Entity id of the form ede_*; what pastInstitutionIds takes.',
    }),
    name: t.exposeString('name', { description: 'Name.' }),
    country: t.exposeString('country', { description: 'Country; null when unknown.' }),
  }),
});

const institutionLoader = perOperation(({ talent }) => lookupLoader(talent.institutionsById));

/** An institution that a profile names: as the lookup knows it, else by its id alone. */
export async function institutionOfProfile(id: string, context: GraphContext): Promise<InstitutionRecord> {
  const found = institutionIdPattern.test(id) ? await institutionLoader(context).load(id) : null;
  return found ?? institutionById(id);
}

export const institutionById = (id: string): InstitutionRecord => ({ id, name: null, country: null });

builder.asEntity(EducationInstitution, {
  key: builder.selection<{ id: string }>('id'),
  resolveReference: async ({ id }, context) =>
    institutionIdPattern.test(id) ? institutionLoader(context).load(id) : null,
});

const institutions = pagedListing('educationInstitutions', async (query: LookupQuery, page, context) => {
  if (query.ids?.length === 0) return noMatches;
  const answer = await context.talent.institutions({ ...query, ...page });
  for (const found of answer.items) institutionLoader(context).prime(found.id, found);
  return answer;
});

builder.queryField('educationInstitutions', (t) =>
  t.field({
    type: connectionType('EducationInstitution', EducationInstitution, ofTalent),
    extensions: toolCalls({ page: 'educations_list' }),
    description: 'Education institutions by name or by ids, by name. One tool call: educations_list.',
    listSize: pageListSize,
    args: {
      search: t.arg.string({ description: 'Part of the name, in any case; omit for all.' }),
      ids: t.arg.idList({ description: 'Only these; ids of the form ede_*.' }),
      ...pageArguments(t.arg),
    },
    resolve: (_, { first, after, ...args }, context) =>
      institutions(context, lookupQuery(args, { pattern: institutionIdPattern, form: 'ede_*' }), { first, after }),
  }),
);
