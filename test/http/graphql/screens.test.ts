import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readExamples } from '../../../src/http/graphql/graphiql/examples.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';
import { filterInput } from '../../../src/clients/filter-input.ts';
import { sendOperation } from '../http-graph.ts';
import { serveApp } from '../../support/network/serve-app.ts';
import { testVaultKey } from '../../support/platform/service-keys.ts';
import { useClosing, useResource } from '../../support/resource.ts';
import { startApp } from '../../support/network/start-app.ts';

const callsSchema = z.array(z.object({ source: z.string() }));

const editedSchema = z.object({
  savedSearches: z.array(z.object({ id: z.string() })).optional(),
  savedSearch: z.object({ filter: z.record(z.string(), z.unknown()), filters: z.array(z.unknown()) }).optional(),
});

const screens = readExamples().find(({ title }) => title === 'Screens')?.examples ?? [];

/** Reads the comment of a query: the calls of the first visit, and those of the next. */
function documentedCalls(query: string) {
  const [, first, next] = /^# Tool calls: (\d+), on the next visit (\d+)$/m.exec(query) ?? [];
  return [Number(first), Number(next)];
}

/** Finds the lists that are nearest to the root. */
function mainLists(value: unknown): unknown[][] {
  if (Array.isArray(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(mainLists) : [];
}

describe('the screens of src/graph/SCREENS.md', () => {
  const closing = useClosing();
  const database = useResource(openMemoryDatabase);

  /** Each screen has an app of its own, so that no other screen has cached its data. */
  async function serveDemo() {
    const now = () => new Date('2026-11-20T23:59:00Z');
    return closing(await serveApp(await startApp({ VAULT_KEY: testVaultKey }, { database, now })));
  }

  async function failUpload() {
    await database.db
      .updateTable('convo_activities')
      .set({ processing_state: 'failed', processing_failure: 'The recording cannot be read.' })
      .where('id', '=', (query) =>
        query.selectFrom('convo_activities').select('id').orderBy('started_at', 'desc').limit(1),
      )
      .execute();
  }

  it('are fifteen', () => {
    expect(screens).toHaveLength(15);
  });

  it.each(screens)('$title makes the documented tool calls', async ({ title, query, variables = '{}' }) => {
    const { url } = await serveDemo();
    if (title === 'Unfinished uploads') await failUpload();
    const visit = async () => {
      const body = { query, variables: JSON.parse(variables) };
      const { data, errors, answer } = await sendOperation(`${url}/graphql`, body, {
        headers: { 'x-tool-trace': '1' },
      });
      expect(errors).toEqual([]);
      const calls = callsSchema.parse(answer.extensions?.['toolCalls']);
      return { data, calls: calls.filter(({ source }) => source === 'CALLED').length };
    };
    const [first, next] = [await visit(), await visit()];

    expect([first.calls, next.calls]).toEqual(documentedCalls(query));
    expect(next.data).toEqual(first.data);
    expect(mainLists(first.data).some((list) => list.length > 0)).toBe(true);
  });

  it('load every field of a filter, which can be sent back', async () => {
    const { url } = await serveDemo();
    const ask = async (query: string, variables: object) =>
      editedSchema.parse((await sendOperation(`${url}/graphql`, { query, variables })).data);
    const { savedSearches = [] } = await ask('{ savedSearches { id } }', {});
    const editor = screens.find(({ title }) => title === 'Search editor')?.query ?? '';
    const update = `mutation ($id: ID!, $filter: SignalFilter!) {
      updateSavedSearch(id: $id, input: { filter: $filter }) { ... on UpdateSavedSearchSuccess { savedSearch { id } } }
    }`;

    expect(savedSearches).toHaveLength(6);
    for (const { id } of savedSearches) {
      const { savedSearch } = await ask(editor, { id });
      await ask(update, { id, filter: filterInput(savedSearch?.filter ?? {}) });
      const { savedSearch: updated } = await ask(editor, { id });

      expect(new Set(updated?.filters)).toEqual(new Set(savedSearch?.filters));
    }
  });
});
