import { buildClientSchema, introspectionFromSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { withFederationLast } from '../../../src/http/explorer/documentation/federation-last.ts';
import { search, searchEntries } from '../../../src/http/explorer/documentation/schema-search.ts';
import { schema } from '../../../src/graph/schema.ts';

describe('the search in the documentation', () => {
  const entries = searchEntries(schema);
  const find = (text: string) => search(entries, text).map(({ name }) => name);

  it('finds words of descriptions', () => {
    expect(find('normalised uppercase')).toEqual([]);
    const found = search(entries, 'milliseconds');
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ name }) => !/milliseconds/i.test(name))).toBe(true);
  });

  it('finds names first, and needs all words in any order', () => {
    expect(find('signal score').slice(0, 1)).toEqual(find('score signal').slice(0, 1));
    expect(find('Signal.score')[0]).toBe('Signal.score');
    expect(find('score nonsense')).toEqual([]);
  });

  it('finds arguments and values of enums', () => {
    expect(find('samePerson')).not.toEqual([]);
    expect(find('stealth_position')).toContain('SignalType');
    expect(find('activities period')).toContain('Query.activities');
  });

  it.each(['', '  ', '?'])('finds nothing for %j', (text) => {
    expect(find(text)).toEqual([]);
  });
});

describe('types and fields for federation', () => {
  const data = introspectionFromSchema(schema);
  const sorted = JSON.parse(JSON.stringify(withFederationLast({ data })));
  const clientSchema = buildClientSchema(sorted.data);

  it('come last', () => {
    const fields = Object.keys(clientSchema.getQueryType()?.getFields() ?? {});
    const last = fields.slice(fields.findIndex((name) => name.includes('_')));
    expect(fields[0]).toBe('activities');
    expect(last.slice(0, 3)).toEqual(['_entities', '_service', 'fetch__Activity']);
    expect(last.every((name) => name.includes('_'))).toBe(true);
  });

  it('come last in the results of a search', () => {
    const [first] = search(searchEntries(clientSchema), 'representations');
    expect(first?.name).toBe('Query._entities');
  });

  it('leave other results as they are', () => {
    for (const result of [{ data: {} }, { data: null }, {}]) expect(withFederationLast(result)).toBe(result);
  });
});
