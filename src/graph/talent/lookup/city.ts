import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import { connectionType, pageArguments, pageListSize } from '../../pagination/connection.ts';
import { fromTalent } from '../../core/type-source.ts';
import { offsetListing } from '../../pagination/offset-listing.ts';

const City = builder.objectRef<{ name: string; signalCount: number | null }>('City').implement({
  description: 'A city of residence that signals can be filtered by.',
  extensions: fromTalent,
  fields: (t) => ({
    name: t.exposeString('name', {
      nullable: false,
      description: 'Name of the city, as `SignalFilter.cities` takes it.',
    }),
    signalCount: t.exposeInt('signalCount', {
      description: 'Number of signals in the city; null if the service does not report it.',
    }),
  }),
});

const cities = offsetListing('cities', (query: { search: string | undefined }, page, { talent }) =>
  talent.cities({ ...query, ...page }),
);

builder.queryField('cities', (t) =>
  t.field({
    type: connectionType('City', City, fromTalent),
    extensions: toolCalls({ page: 'cities_list' }),
    description: 'Cities found by name, those with the most signals first. Costs one `cities_list` call per page.',
    listSize: pageListSize,
    args: {
      search: t.arg.string({ description: 'Part of the name, ignoring case. Omit it for all.' }),
      ...pageArguments(t.arg),
    },
    resolve: (_, { search, first, after }, context) =>
      cities(context, { search: search ?? undefined }, { first, after }),
  }),
);
