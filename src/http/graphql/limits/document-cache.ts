import { LRUCache } from 'lru-cache';
import type { DocumentNode } from 'graphql';

/**
 * Maximum total length of the cached documents, in characters. A syntax tree occupies up to 250 bytes per character, so
 * the cache occupies at most 63 MB even if callers send nothing but dense documents. Enough for hundreds of documents of
 * usual length.
 */
const maxCachedLength = 250_000;

/** Maximum number of cached documents, because clients that write values into their documents send ever new ones. */
const maxCachedDocuments = 1_000;

const lengthOf = (_value: unknown, document: string) => Math.max(1, document.length);

const createCache = <Parsed extends DocumentNode | Error>() =>
  new LRUCache<string, Parsed>({ max: maxCachedDocuments, maxSize: maxCachedLength, sizeCalculation: lengthOf });

/**
 * Creates the caches of parsed and validated documents, and of syntax errors. Yoga's own caches limit only the number of
 * documents, not their length.
 */
export const createDocumentCaches = () => ({
  documentCache: createCache<DocumentNode>(),
  errorCache: createCache<Error>(),
});
