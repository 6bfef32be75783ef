// @module-tag never-excused
import { getNamedType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schema } from '../../../../src/graph/schema.ts';
import { searchTools } from '../../../../src/tools/talent/search.ts';
import { filterInput } from '../../../../src/clients/filter-input.ts';
import { useGraph } from '../../../support/graph/test-graph.ts';
import { randomFrom } from '../../../support/random.ts';
import { randomSignalFilter, signalFilterFields } from './random-signal-filter.ts';
import { timeLimit } from '../../../support/time-limit.ts';

const rounds = 20;
const ids = Array.from({ length: 50 }, (_, index) => `sch_${index}`);

const everyField = (typeName: string): string => {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).map((field) => field.name + everyField(getNamedType(field.type).name));
  return ` { __typename ${fields.join(' ')} }`;
};

const update = `mutation (${ids.map((id) => `$${id}: SignalFilter!`).join(' ')}) {
  ${ids.map((id) => `${id}: updateSavedSearch(id: "${id}", input: { filter: $${id} }) { ...Updated }`).join('\n')}
}
fragment Updated on UpdateSavedSearchResult {
  ... on UpdateSavedSearchSuccess { savedSearch { filters { key operator value } } }
  ... on Problem { message }
}`;

const read = `{ savedSearches { id filters { key operator value } filter${everyField('SavedSignalFilter')} } }`;

const filters = z.array(z.object({ key: z.string(), operator: z.string(), value: z.unknown() }));
const updated = z.record(z.string(), z.strictObject({ savedSearch: z.object({ filters }) }));
const searches = z.object({
  savedSearches: z.array(z.object({ id: z.string(), filters, filter: z.looseObject({}) })),
});

describe('1,000 random filters', () => {
  const graph = useGraph();
  const send = async (document: string, variables: object) =>
    (await graph.ask<unknown, object>({ toString: () => document }, variables)).data;
  /** Returns the stored filters by the id of the search. */
  const write = async (byId: object) =>
    new Map(
      Object.entries(updated.parse(await send(update, byId))).map(([id, each]) => [id, each.savedSearch.filters]),
    );

  it('are the same when they are written, read, stripped and sent back', { timeout: timeLimit(60) }, async () => {
    // Replaces the database, which would take most of the test's time.
    const stored = new Map<string, string>();
    const payloadOf = (id: string) => ({ id, title: id, filters: JSON.parse(stored.get(id) ?? '[]'), sharees: [] });
    graph.tools.replace('searches_update', async ({ input }) => {
      const change = searchTools.searches_update.input.parse(input);
      stored.set(change.id, JSON.stringify(change.filters));
      return payloadOf(change.id);
    });
    graph.tools.replace('searches_list', async () => ({ items: ids.map(payloadOf) }));
    const random = randomFrom(24);
    const used = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      const sent = Object.fromEntries(ids.map((id) => [id, randomSignalFilter(random)]));
      const written = await write(sent);
      const { savedSearches } = searches.parse(await send(read, {}));
      const stripped = Object.fromEntries(savedSearches.map(({ id, filter }) => [id, filterInput(filter)]));

      expect(new Map(savedSearches.map((search) => [search.id, search.filters]))).toEqual(written);
      expect(stripped).toEqual(sent);
      expect(await write(stripped)).toEqual(written);
      for (const field of Object.values(sent).flatMap(Object.keys)) used.add(field);
    }
    expect([...used].toSorted()).toEqual(Object.keys(signalFilterFields).toSorted());
  });
});
