import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { DateResolver, DateTimeResolver, EmailAddressResolver, JSONResolver, URLResolver } from 'graphql-scalars';
import { dateBoundsRule, isWithinDateBounds } from '../../tools/date-bounds.ts';
import { partialDate } from '../../tools/talent/signal.ts';
import { builder } from './builder.ts';

builder.addScalarType('Date', withinDateBounds(DateResolver));
builder.addScalarType('DateTime', withinDateBounds(DateTimeResolver));
builder.addScalarType('EmailAddress', EmailAddressResolver);
builder.addScalarType('JSON', JSONResolver);

/** The scalar, refusing what callers give beyond the bounds of dates. */
function withinDateBounds<External>(scalar: GraphQLScalarType<Date, External>) {
  const { description, ...config } = scalar.toConfig();
  const bounded = (date: Date, node?: ValueNode) => {
    if (isWithinDateBounds(date)) return date;
    throw new GraphQLError(`${scalar.name} ${dateBoundsRule}; it is ${date.toISOString()}.`, { nodes: node ?? null });
  };
  return new GraphQLScalarType<Date, External>({
    ...config,
    description: `${description} From 1970 to 9999.`,
    parseValue: (value) => bounded(scalar.parseValue(value)),
    parseLiteral: (node, variables) => bounded(scalar.parseLiteral(node, variables), node),
  });
}

/** Has no lower bound: it is never an argument, and careers and studies may begin before 1970. */
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

function readUrl(value: unknown, node?: ValueNode): URL {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (url) return url;
  // The library lets the URL parser's own error through, which would be masked as unexpected.
  throw new GraphQLError(`URL must be an absolute address; it is ${JSON.stringify(value)}.`, { nodes: node ?? null });
}

builder.addScalarType(
  'URL',
  new GraphQLScalarType<URL, unknown>({
    ...URLResolver.toConfig(),
    parseValue: (value) => readUrl(value),
    parseLiteral: (node) => readUrl(node.kind === Kind.STRING ? node.value : undefined, node),
  }),
);
