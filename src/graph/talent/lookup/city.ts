import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { connectionType, offsetPageCost, pageArguments } from '../../pagination/connection.ts';
import { talentSource } from '../../../operation/type-source.ts';
import { offsetListing } from '../../pagination/offset-listing.ts';
import { searchArgument } from './entity-lookup.ts';

const City = builder.objectRef<{ name: string; signalCount: number | null }>('City').implement({
  description: 'A city in which people with signals live.',
  extensions: talentSource,
  fields: (t) => ({
    name: t.exposeString('name', {
      nullable: false,
      description: 'Name of the city. Use it in `SignalFilter.cities` to find people who live in the city.',
    }),
    signalCount: t.exposeInt('signalCount', {
      description: 'Number of signals of people who live in the city; null if the service does not report it.',
    }),
  }),
});

const cities = offsetListing('cities', (query: { search: string | undefined }, page, { talent }) =>
  talent.cities({ ...query, ...page }),
);

builder.queryField('cities', (t) =>
  t.field({
    type: connectionType(City, talentSource),
    extensions: toolCalls({ page: 'cities_list' }),
    description: `Cities of residence, sorted by \`signalCount\`, highest first. ${offsetPageCost('cities_list')}`,
    args: {
      search: searchArgument(t.arg),
      ...pageArguments(t.arg),
    },
    resolve: (_, { search, first, after }, context) =>
      cities(context, { search: search ?? undefined }, { first, after }),
  }),
);
