/**
 * The limits on the size of an operation. They apply in every mode, so that a query that works in development works in
 * production. Documented queries, GraphiQL's introspection and the queries of gateways stay far below them. The limits
 * on tool calls and on results are defined elsewhere: `toolCallBudget`, `maxResultObjects` and `maxResultLength`.
 */

/** For document and variables. Enough for 1,000 entity representations. */
export const maxBodyBytes = 1024 * 1024;

/**
 * Maximum length of the document and the variables of a subscription, in characters, because they occupy memory until it
 * ends: about 330 kB for a dense document.
 */
export const maxSubscriptionLength = 20_000;

/** The time to validate a document grows faster than its number of tokens. */
export const maxTokens = 10_000;

/**
 * Maximum levels of nested fields. A step from one object type to the next, such as from lists to their entries, takes
 * up to four levels (connection, edges, node, field), so five steps fit.
 */
export const maxDepth = 20;

/**
 * Maximum number of aliases. Equal to the budget of tool calls, because each alias can cost a call. Gateways add one or
 * two aliases to a request.
 */
export const maxAliases = 200;

/**
 * Maximum length of a name in a document, in characters. Clients choose their aliases, and each is repeated for every
 * object of a list and in the paths of errors.
 */
export const maxNameLength = 200;

/** Enough for `@include` and `@skip` on every field that a large UI component selects. */
export const maxDirectives = 100;

/** In all `_entities` fields of an operation together. */
export const maxRepresentations = 1000;

/**
 * Maximum total length of the arguments of an operation, in characters. A variable can be used in many places, so a body
 * of the maximum size could otherwise become tool calls of several hundred megabytes.
 */
export const maxArgumentLength = 2 * maxBodyBytes;
