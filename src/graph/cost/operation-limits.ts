/**
 * The limits on the size of an operation. They apply in every mode, so that a query that works in development works in
 * production. Documented queries, GraphiQL's introspection and the queries of gateways stay far below them. Tool calls
 * and result objects have limits of their own: `toolCallBudget` and `maxResultObjects`.
 */

/** Bytes of a request body: a document with its variables. 1,000 representations fit. */
export const maxBodyBytes = 1024 * 1024;

/** The time to validate a document grows faster than its length. */
export const maxTokens = 10_000;

/** Levels of nested fields. A step from noun to noun takes up to four (connection, edges, node, field); five steps fit. */
export const maxDepth = 20;

/** Equal to the budget of tool calls, because each alias can cost one. Gateways add one or two aliases to a request. */
export const maxAliases = 200;

/** Enough for `@include` and `@skip` on every field of a large component. */
export const maxDirectives = 100;

/** Representations of all `_entities` fields of an operation together. */
export const maxRepresentations = 1000;
