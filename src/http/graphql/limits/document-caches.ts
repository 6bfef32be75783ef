import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Total length of cached documents, whose syntax trees occupy up to 250 bytes per character: at most 63 MB. */
const maxCachedLength = 250_000;

/** Limited because clients that write values into their documents send a new document each time. */
const maxCachedDocuments = 1_000;

const lengthOf = (_value: unknown, document: string) => Math.max(1, document.length);

const createCache = <Parsed extends DocumentNode | Error>() =>
  new LRUCache<string, Parsed>({ max: maxCachedDocuments, maxSize: maxCachedLength, sizeCalculation: lengthOf });

/** Yoga's own caches limit only the number of documents, not their length. */
export const createDocumentCaches = () => ({
  documentCache: createCache<DocumentNode>(),
  errorCache: createCache<Error>(),
});
