import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { DateResolver, DateTimeResolver, EmailAddressResolver, JSONResolver, URLResolver } from 'graphql-scalars';
import { partialDate } from '../tools/talent/signal.ts';
import { builder } from './builder.ts';

builder.addScalarType('Date', DateResolver);
builder.addScalarType('DateTime', DateTimeResolver);
builder.addScalarType('EmailAddress', EmailAddressResolver);
builder.addScalarType('URL', URLResolver);
builder.addScalarType('JSON', JSONResolver);

function readPartialDate(value: unknown): string {
  const read = partialDate.safeParse(value);
  if (!read.success)
    throw new GraphQLError(`PartialDate must be YYYY, YYYY-MM or YYYY-MM-DD; it is ${JSON.stringify(value)}.`);
  return read.data;
}

builder.addScalarType(
  'PartialDate',
  new GraphQLScalarType<string, string>({
    name: 'PartialDate',
    description: 'A date as precise as a profile gives it: "2021", "2021-03" or "2021-03-15".',
    serialize: readPartialDate,
    parseValue: readPartialDate,
    parseLiteral: (node) => readPartialDate(node.kind === Kind.STRING ? node.value : undefined),
  }),
);
