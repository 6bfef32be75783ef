import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createDocumentCaches } from '../../../../src/http/graphql/limits/document-caches.ts';

const document = parse('{ __typename }');

/** Caches documents of a length and returns how many of them are still cached. */
function cached({ count, length }: { count: number; length: number }): number {
  const { documentCache } = createDocumentCaches();
  for (let index = 0; index < count; index += 1) documentCache.set(`${index}`.padEnd(length), document);
  return documentCache.size;
}

describe('the cache of documents', () => {
  it('holds at most 1,000 documents', () => {
    expect(cached({ count: 1000, length: 100 })).toBe(1000);
    expect(cached({ count: 1001, length: 100 })).toBe(1000);
  });

  it('holds at most 250,000 characters', () => {
    expect(cached({ count: 10, length: 25_000 })).toBe(10);
    expect(cached({ count: 11, length: 25_000 })).toBe(10);
  });

  it('does not hold a document that is longer than that', () => {
    expect(cached({ count: 1, length: 250_001 })).toBe(0);
  });
});
