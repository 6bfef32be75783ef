/**
 * The limits apply in every mode, so that a query that works in development works in production. Documented queries,
 * GraphiQL's introspection and the queries of gateways stay far below them. See also `toolCallBudget`,
 * `maxResultObjects` and `maxResultLength`.
 */

/** For document and variables. Enough for 1,000 entity representations. */
export const maxBodyBytes = 1024 * 1024;

/** Of document and variables, which occupy memory until the subscription ends: up to about 330 kB. */
export const maxSubscriptionCharacters = 20_000;

/** The time to validate a document grows faster than its number of tokens. */
export const maxTokens = 10_000;

/** A step from one object type to the next takes up to four levels (connection, edges, node, field): five steps fit. */
export const maxDepth = 20;

/**
 * Equal to the budget of tool calls, because each alias can cost a call. Gateways add one or two aliases to a request.
 */
export const maxAliases = 200;

/** In characters. Clients choose their aliases, which are repeated for every object of a list and in paths of errors. */
export const maxNameLength = 200;

/** Enough for `@include` and `@skip` on every field that a large UI component selects. */
export const maxDirectives = 100;

/** In all `_entities` fields of an operation together. */
export const maxRepresentations = 1000;

/** In characters. A variable used in many places could otherwise make tool calls of several hundred megabytes. */
export const maxArgumentLength = 2 * maxBodyBytes;
