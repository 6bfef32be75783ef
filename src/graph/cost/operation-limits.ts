/**
 * How large an operation may be. Every limit holds in all modes, so that what works in development works in production;
 * documented queries, GraphiQL's introspection and what gateways send stay far below.
 * How many tool calls an operation may spend, and how many objects it may show, is bounded where they are counted.
 */

/** A document and its variables, in bytes; a thousand representations fit. */
export const maxBodyBytes = 1024 * 1024;

/** The time that checking a document takes grows faster than its length. */
export const maxTokens = 10_000;

/** Levels of fields. One step from noun to noun takes up to four (connection, edges, node, field): five steps fit. */
export const maxDepth = 20;

/** As many as an operation may spend tool calls: each alias may be one. Gateways rename a field or two a request. */
export const maxAliases = 200;

/** `@include` and `@skip` on every field of a large component fit. */
export const maxDirectives = 100;

/** All `_entities` fields of an operation together, whatever their names. */
export const maxRepresentations = 1000;
