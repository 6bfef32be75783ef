import { parseAccept } from 'hono/utils/accept';

export type MediaType = 'application/json' | 'application/graphql-response+json';

const mediaTypes: readonly MediaType[] = ['application/json', 'application/graphql-response+json'];

export const acceptsJson = (accept: string | null): boolean =>
  accept === null || accept.trim() === '' || parsed(accept).mediaType !== undefined;

/** A wildcard does not ask for a page: programs send wildcards, and browsers name the type. */
export const acceptsHtml = (accept: string | null): boolean => acceptsByName('text/html', accept);

/** A wildcard does not ask for a stream: most clients that send a wildcard cannot read streams. */
export const acceptsEventStream = (accept: string | null): boolean => acceptsByName('text/event-stream', accept);

const acceptsByName = (name: string, accept: string | null): boolean =>
  parsed(accept ?? '').ranges.some(({ type, q }) => type === name && q > 0);

/** The media type that the client prefers; among equally preferred types, the first in the header. */
export const negotiateMediaType = (accept: string | null): MediaType =>
  parsed(accept ?? '').mediaType ?? 'application/json';

interface MediaRange {
  type: string;
  q: number;
}

/** Caches the last header: a request reads its header several times, and most clients send the same header. */
let cached: { accept: string; ranges: MediaRange[]; mediaType: MediaType | undefined } | undefined;

function parsed(accept: string) {
  if (cached?.accept === accept) return cached;
  // `parseAccept` sorts the ranges by quality; equal ranges keep their order.
  const ranges = parseAccept(accept)
    .filter(({ params: { charset = 'utf-8' } }) => charset.toLowerCase() === 'utf-8')
    .map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  cached = { accept, ranges, mediaType: preferredType(ranges) };
  return cached;
}

function preferredType(ranges: readonly MediaRange[]): MediaType | undefined {
  const named = ranges.flatMap(({ type }) => mediaTypes.find((name) => name === type) ?? []);
  const [best] = [...new Set([...named, ...mediaTypes])]
    .filter((type) => qualityOf(type, ranges) > 0)
    .toSorted((one, other) => qualityOf(other, ranges) - qualityOf(one, ranges));
  return best;
}

/** The quality of the most specific range. */
const qualityOf = (name: MediaType, ranges: readonly MediaRange[]): number =>
  [name, 'application/*', '*/*'].flatMap((range) => ranges.find(({ type }) => type === range) ?? [])[0]?.q ?? 0;
