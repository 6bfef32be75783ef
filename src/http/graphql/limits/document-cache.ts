import { LRUCache } from 'lru-cache';
import type { DocumentNode } from 'graphql';

/**
 * Maximum total length of the cached documents, in characters. A syntax tree occupies up to 250 bytes per character, so
 * that the cache occupies at most 250 MB even if one caller sends nothing but dense documents; usual documents need a
 * tenth of it. Yoga's own cache limits only the number of documents.
 */
const maxCachedLength = 1_000_000;

const lengthOf = (_value: unknown, document: string) => Math.max(1, document.length);

/** Creates the caches of parsed and validated documents, and of syntax errors. */
export const createDocumentCaches = () => ({
  documentCache: new LRUCache<string, DocumentNode>({ maxSize: maxCachedLength, sizeCalculation: lengthOf }),
  errorCache: new LRUCache<string, Error>({ maxSize: maxCachedLength, sizeCalculation: lengthOf }),
});
