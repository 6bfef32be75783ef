import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { DateResolver, DateTimeResolver, EmailAddressResolver, JSONResolver, URLResolver } from 'graphql-scalars';
import { dateBoundsRule, isWithinDateBounds } from '../../tools/rules/date-bounds.ts';
import { partialDate } from '../../tools/talent/signal.ts';
import { builder } from './builder.ts';

/** Names the specification of a scalar, also as a directive: Apollo's subgraph printer ignores `specifiedByURL`. */
export const specifiedBy = (url: string) => ({
  specifiedByURL: url,
  extensions: { directives: [{ name: 'specifiedBy', args: { url } }] },
});

const dateSpecification = specifiedBy('https://datatracker.ietf.org/doc/html/rfc3339#section-5.6');

builder.addScalarType(
  'Date',
  withinDateBounds(DateResolver, {
    description: 'A calendar day such as `2026-03-15`. Input must be in the years 1970 to 9999.',
    ...dateSpecification,
  }),
);
builder.addScalarType(
  'DateTime',
  withinDateBounds(DateTimeResolver, {
    description:
      'A point in time in RFC 3339 format, returned in UTC: `2026-03-15T10:15:30.000Z`. Input can have any UTC offset and must be in the years 1970 to 9999.',
    ...dateSpecification,
  }),
);
builder.addScalarType(
  'EmailAddress',
  new GraphQLScalarType({
    ...EmailAddressResolver.toConfig(),
    description: 'An email address, such as `ada@example.com`.',
    ...specifiedBy('https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address'),
  }),
);
builder.addScalarType(
  'JSON',
  new GraphQLScalarType({
    ...JSONResolver.toConfig(),
    description: 'Any JSON value: an object, array, string, number, boolean or null.',
    ...specifiedBy('https://datatracker.ietf.org/doc/html/rfc8259'),
  }),
);

function withinDateBounds<External>(
  scalar: GraphQLScalarType<Date, External>,
  texts: { description: string } & ReturnType<typeof specifiedBy>,
) {
  const checkBounds = (date: Date, node?: ValueNode) => {
    if (isWithinDateBounds(date)) return date;
    throw new GraphQLError(`${scalar.name} ${dateBoundsRule}.`, { nodes: node ?? null });
  };
  return new GraphQLScalarType<Date, External>({
    ...scalar.toConfig(),
    ...texts,
    parseValue: (value) => checkBounds(scalar.parseValue(value)),
    parseLiteral: (node, variables) => checkBounds(scalar.parseLiteral(node, variables), node),
  });
}

function readPartialDate(value: unknown): string {
  const { data } = partialDate.safeParse(value);
  if (data !== undefined) return data;
  throw new GraphQLError(`PartialDate must be YYYY, YYYY-MM or YYYY-MM-DD.`);
}

builder.addScalarType(
  'PartialDate',
  new GraphQLScalarType<string, string>({
    name: 'PartialDate',
    description:
      'A year, month or day, depending on how precise the profile is: `2021`, `2021-03` or `2021-03-15`. Can be before 1970. Output only.',
    // Level 0 of the Extended Date/Time Format.
    ...specifiedBy('https://www.loc.gov/standards/datetime/'),
    serialize: readPartialDate,
  }),
);

function readUrl(value: unknown, node?: ValueNode): URL {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (url) return url;
  // Do not parse with `URLResolver`: it throws the URL parser's error, which would be masked as unexpected.
  throw new GraphQLError('URL must be an absolute URL such as https://example.com/jobs.', { nodes: node ?? null });
}

builder.addScalarType(
  'URL',
  new GraphQLScalarType<URL, unknown>({
    ...URLResolver.toConfig(),
    description: 'An absolute URL, such as `https://example.com/jobs?id=1`.',
    ...specifiedBy('https://url.spec.whatwg.org/'),
    parseValue: (value) => readUrl(value),
    parseLiteral: (node) => readUrl(node.kind === Kind.STRING ? node.value : undefined, node),
  }),
);
