import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import { connectionType, pageArguments, pageListSize } from '../../pagination/connection.ts';
import { ofTalent } from '../../core/ownership.ts';
import { pagedListing } from '../../pagination/pagination.ts';

const City = builder.objectRef<{ name: string; signalCount: number | null }>('City').implement({
  description: 'A city that signals can be filtered by.',
  extensions: ofTalent,
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false, description: 'Name; what the filter cities takes.' }),
    signalCount: t.exposeInt('signalCount', {
      description: 'How many signals are in this city; null when the service does not say.',
    }),
  }),
});

const cities = pagedListing('cities', (query: { search: string | undefined }, page, { talent }) =>
  talent.cities({ ...query, ...page }),
);

builder.queryField('cities', (t) =>
  t.field({
    type: connectionType('City', City, ofTalent),
    extensions: toolCalls({ page: 'cities_list' }),
    description: 'Cities by name, those with most signals first. One tool call: cities_list.',
    listSize: pageListSize,
    args: {
      search: t.arg.string({ description: 'Part of the name, in any case; omit for all.' }),
      ...pageArguments(t.arg),
    },
    resolve: (_, { search, first, after }, context) =>
      cities(context, { search: search ?? undefined }, { first, after }),
  }),
);
