import type { GraphQLField } from 'graphql';
import { OperationError } from './operation.ts';

/**
 * The limits apply in every mode, so that a query that works in development works in production. Documented queries,
 * GraphiQL's introspection and the queries of gateways stay far below them. See also `toolCallBudget`.
 */

/** Maximum size of document and variables together, enough for 1,000 entity representations. */
export const maxBodyBytes = 1024 * 1024;

/** Maximum length of a subscription's document and variables, which occupy up to 330 kB until the subscription ends. */
export const maxSubscriptionCharacters = 20_000;

/** The time to validate a document grows faster than its number of tokens; at the limit it is about 20 ms. */
export const maxTokens = 2_500;

/** Maximum number of fields in a document. Fields of a fragment count once, however often it is spread. */
export const maxFields = 500;

/** A step from one object type to the next takes up to four levels (connection, edges, node, field): five steps fit. */
export const maxDepth = 20;

/** Each alias can cost a tool call. Gateways add one or two aliases to a request. */
export const maxAliases = 100;

/** Maximum length of any name in a document: aliases are repeated for every object of a list and in error paths. */
export const maxNameLength = 200;

/** Maximum number of directives, enough for `@include` and `@skip` on every field of a large component. */
export const maxDirectives = 100;

/** Maximum number of representations in all `_entities` fields of an operation together. */
export const maxRepresentations = 1000;

/** Maximum length of all arguments: a variable in many places could make tool calls of several hundred megabytes. */
export const maxArgumentLength = 2 * maxBodyBytes;

/** Added to the length of arguments for each item of a list, because an invalid item causes a text of up to 1 kB. */
export const argumentItemLength = 50;

/** Maximum number of lines of a document: the place of an error is found by counting the lines before it. */
export const maxLines = 2_500;

/**
 * Maximum number of objects of a result: list items and single objects, also connections, edges and `PageInfo`. The
 * tool call budget does not limit objects: cycles in the graph (signals of a person, people of these signals) need no
 * further calls.
 */
export const maxResultObjects = 10_000;

/** Maximum length of all texts and names of a result: one object can have 100 aliases for a long text. */
export const maxResultLength = 5_000_000;

export function resultTooLarge({ args }: Pick<GraphQLField<unknown, unknown>, 'args'>): OperationError {
  const hasTimeRange = args.some(({ name }) => name === 'fromMs');
  const advice = hasTimeRange ? 'Request a part of them with `fromMs` and `toMs`.' : 'Request fewer at once.';
  const message = `The result has more than ${maxResultObjects.toLocaleString('en')} objects. ${advice}`;
  return new OperationError({ code: 'RESULT_TOO_LARGE', message });
}

export const resultTooLong = (path?: (string | number)[]) =>
  new OperationError({
    code: 'RESULT_TOO_LARGE',
    message: `The result has more than ${maxResultLength.toLocaleString('en')} characters. Request less at once.`,
    ...(path && { path }),
  });
