import { parseAccept } from 'hono/utils/accept';

export type MediaType = 'application/json' | 'application/graphql-response+json';

/**
 * The media type of an answer of the graph: the one with the higher quality in the `Accept` header.
 * `application/json` for wildcards and for clients that accept neither.
 */
export function negotiateMediaType(accept: string | null): MediaType {
  // Sorted by quality; entries of the same quality keep their order.
  for (const { type, q } of parseAccept(accept ?? '')) {
    if (q === 0) continue;
    if (type.toLowerCase() === 'application/graphql-response+json') return 'application/graphql-response+json';
    if (type.toLowerCase() === 'application/json') return 'application/json';
  }
  return 'application/json';
}
