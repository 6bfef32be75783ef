import { parseAccept } from 'hono/utils/accept';

export type MediaType = 'application/json' | 'application/graphql-response+json';

const mediaTypes: readonly MediaType[] = ['application/json', 'application/graphql-response+json'];

export const acceptsJson = (accept: string | null): boolean =>
  accept === null || accept.trim() === '' || mediaTypes.some((type) => qualityOf(type, rangesIn(accept)) > 0);

/** A wildcard does not ask for a page: programs send wildcards, and browsers name the type. */
export const acceptsHtml = (accept: string | null): boolean => acceptsByName('text/html', accept);

/** A wildcard does not ask for a stream: most clients that send a wildcard cannot read streams. */
export const acceptsEventStream = (accept: string | null): boolean => acceptsByName('text/event-stream', accept);

const acceptsByName = (name: string, accept: string | null): boolean =>
  rangesIn(accept ?? '').some(({ type, q }) => type === name && q > 0);

/** The header that was read last: each request reads its header several times. */
let latest: { accept: string; ranges: { type: string; q: number }[] } | undefined;

/** The media ranges that allow UTF-8. `parseAccept` sorts them by quality; equal ranges keep their order. */
function rangesIn(accept: string) {
  if (latest?.accept === accept) return latest.ranges;
  const ranges = parseAccept(accept)
    .filter(({ params: { charset = 'utf-8' } }) => charset.toLowerCase() === 'utf-8')
    .map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  latest = { accept, ranges };
  return ranges;
}

/** The quality of the most specific range. */
const qualityOf = (name: MediaType, ranges: ReturnType<typeof rangesIn>): number =>
  [name, 'application/*', '*/*'].flatMap((range) => ranges.find(({ type }) => type === range) ?? [])[0]?.q ?? 0;

/** The `MediaType` with the highest quality; if several are equal, the first in the header. */
export function negotiateMediaType(accept: string | null): MediaType {
  const ranges = rangesIn(accept ?? '');
  const named = ranges.flatMap(({ type }) => mediaTypes.find((name) => name === type) ?? []);
  const [best = 'application/json'] = [...new Set([...named, ...mediaTypes])]
    .filter((type) => qualityOf(type, ranges) > 0)
    .toSorted((one, other) => qualityOf(other, ranges) - qualityOf(one, ranges));
  return best;
}
