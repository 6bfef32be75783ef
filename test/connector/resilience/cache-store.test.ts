import { describe, expect, it } from 'vitest';
import { createMemoryCacheStore } from '../../../src/connector/resilience/cache/cache-store.ts';

describe('the memory store', () => {
  it('stays within its size and evicts the least recently used entries', async () => {
    const store = createMemoryCacheStore(10_000);
    const text = 'x'.repeat(1_000);
    for (const key of ['a', 'b', 'c', 'd']) await store.setMany([{ key, text }], 60_000);
    await store.getMany(['a']);
    await store.setMany([{ key: 'e', text }], 60_000);

    expect((await store.getMany(['a', 'b', 'c', 'd', 'e'])).map((cached) => cached !== undefined)).toEqual([
      true,
      false,
      true,
      true,
      true,
    ]);
    await store.setMany([{ key: 'huge', text: 'x'.repeat(10_000) }], 60_000);
    expect(await store.getMany(['huge'])).toEqual([undefined]);
  });
});
