import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeSearches } from '../../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import {
  CreateSearchDocument,
  type CreateSavedSearchInput,
  DeleteSearchDocument,
  DuplicateSearchDocument,
  SearchMatchesDocument,
  SearchTitlesDocument,
  UpdateSearchDocument,
  UpdateSearchTwiceDocument,
  type UpdateSavedSearchInput,
} from '../../../support/generated/operations.ts';
import { minutesAgo, useGraph } from '../../../support/graph/test-graph.ts';
import { called } from '../../../support/graph/expected-tool-calls.ts';

const stored = {
  id: 'sch_1',
  title: 'Strong',
  emoji: '🌱',
  visitedAt: '2026-03-01T08:00:00.000Z',
  createdAt: '2026-02-01T08:00:00.000Z',
  filters: [{ key: 'score', operator: 'gte', value: 7 }],
  sharees: [{ id: 'usr_ben' }],
  creator: { id: 'usr_ada' },
};

describe('saved search mutations', () => {
  const graph = useGraph();
  const titles = async (as: string) =>
    (await graph.ask(SearchTitlesDocument, {}, { as })).data.savedSearches?.map(({ title }) => title);

  beforeAll(async () => {
    await storeSignals(
      graph.db,
      [3, 9, 7].map((score, index) => ({ id: `sig_${score}`, discovered_at: minutesAgo(index), score })),
    );
  });
  beforeEach(async () => {
    await graph.db.deleteFrom('talent_searches').execute();
    await storeSearches(graph.db, [
      {
        id: 'sch_1',
        title: 'Strong',
        emoji: '🌱',
        creator: 'usr_ada',
        sharees: ['usr_ben'],
        filters: stored.filters,
        visited_at: stored.visitedAt,
        created_at: stored.createdAt,
      },
    ]);
  });

  it('creates a saved search from filter objects, with one searches_create', async () => {
    const filters = [{ key: 'country', operator: 'not_in', value: ['Spain'] }];
    const { data, toolCalls } = await graph.ask(CreateSearchDocument, {
      input: {
        title: ' Everywhere but Spain ',
        emoji: '🧭',
        filters,
        sharees: ['usr_cleo', 'usr_cleo'],
        visitedAt: '2026-03-02T09:30:00+01:00',
      },
    });

    expect(data.createSavedSearch).toEqual({
      savedSearch: {
        id: expect.stringMatching(/^sch_[0-9a-f]{32}$/),
        title: 'Everywhere but Spain',
        emoji: '🧭',
        visitedAt: '2026-03-02T08:30:00.000Z',
        createdAt: '2026-03-02T12:00:00.000Z',
        filters,
        sharees: [{ id: 'usr_cleo' }],
        creator: { id: 'usr_ada' },
      },
    });
    expect(toolCalls).toEqual([called('searches_create')]);
    expect(await titles('cleo')).toEqual(['Everywhere but Spain']);
  });

  it.each([{}, { sharees: null }])('shares a saved search with nobody for %j', async (sharees) => {
    const { data } = await graph.ask(CreateSearchDocument, { input: { title: 'New', filter: {}, ...sharees } });

    expect(data.createSavedSearch).toMatchObject({ savedSearch: { sharees: [] } });
  });

  it('defaults visitedAt to now', async () => {
    const { data } = await graph.ask(CreateSearchDocument, { input: { title: 'New', filter: {}, sharees: [] } });

    expect(data.createSavedSearch).toMatchObject({ savedSearch: { visitedAt: '2026-03-02T12:00:00.000Z' } });
  });

  it.each<[string, CreateSavedSearchInput, string[], string]>([
    ['an empty title', { title: ' ', filter: {}, sharees: [] }, ['title'], 'must not be empty'],
    ['no filter', { title: 'New', sharees: [] }, ['filter'], 'or filters is required'],
    [
      'both kinds of filters',
      { title: 'New', filter: {}, filters: [], sharees: [] },
      ['filter'],
      'must not be combined with filters',
    ],
    [
      'more than an emoji',
      { title: 'New', filter: {}, sharees: [], emoji: 'a whole sentence!' },
      ['emoji'],
      'must be one emoji',
    ],
  ])('rejects %s, without a call', async (_what, input, path, message) => {
    const { data, toolCalls } = await graph.ask(CreateSearchDocument, { input });

    expect(data.createSavedSearch).toEqual({
      __typename: 'InvalidInputProblem',
      code: 'BAD_USER_INPUT',
      message: `${['input', ...path].join('.')} ${message}.`,
      issues: [{ path: ['input', ...path], message }],
    });
    expect(toolCalls).toEqual([]);
    expect(await titles('ada')).toEqual(['Strong']);
  });

  it('reports an unknown sharee, and stores nothing', async () => {
    const { data } = await graph.ask(UpdateSearchDocument, { id: 'sch_1', input: { sharees: ['usr_404'] } });

    expect(data.updateSavedSearch).toMatchObject({
      __typename: 'InvalidInputProblem',
      issues: [{ path: ['input', 'sharees', '0'], message: 'is not a known user: "usr_404"' }],
    });
    expect(await titles('ben')).toEqual(['Strong']);
  });

  it.each<[string, UpdateSavedSearchInput, object]>([
    ['nothing', {}, {}],
    ['nothing for nulls', { title: null, emoji: null, filters: null, sharees: null, visitedAt: null }, {}],
    ['the title', { title: 'Stronger' }, { title: 'Stronger' }],
    ['the emoji', { emoji: '🚀' }, { emoji: '🚀' }],
    ['the emoji, removing it', { emoji: '' }, { emoji: null }],
    ['the sharees', { sharees: ['usr_cleo'] }, { sharees: [{ id: 'usr_cleo' }] }],
    ['the sharees, removing them', { sharees: [] }, { sharees: [] }],
    ['the time of the last visit', { visitedAt: '2026-03-02T10:00:00Z' }, { visitedAt: '2026-03-02T10:00:00.000Z' }],
    ['the filters, removing them', { filters: [] }, { filters: [] }],
    [
      'the filters, replacing them with a typed filter',
      { filter: { minScore: 8, cities: { in: ['Bern'], notIn: ['Basel'] } } },
      {
        filters: [
          { key: 'city', operator: 'in', value: ['Bern'] },
          { key: 'city', operator: 'not_in', value: ['Basel'] },
          { key: 'score', operator: 'gte', value: 8 },
        ],
      },
    ],
  ])('changes only %s, with one searches_update', async (_what, input, change) => {
    const { data, toolCalls } = await graph.ask(UpdateSearchDocument, { id: 'sch_1', input });

    expect(data.updateSavedSearch).toEqual({ savedSearch: { ...stored, ...change } });
    expect(toolCalls).toEqual([called('searches_update')]);
  });

  it('lets sharees change a saved search, but not delete it', async () => {
    const updated = await graph.ask(UpdateSearchDocument, { id: 'sch_1', input: { title: 'Ours' } }, { as: 'ben' });
    const deleted = await graph.ask(DeleteSearchDocument, { id: 'sch_1' }, { as: 'ben' });

    expect(updated.data.updateSavedSearch).toEqual({ savedSearch: { ...stored, title: 'Ours' } });
    expect(deleted.data.deleteSavedSearch).toEqual({
      __typename: 'NotPermittedProblem',
      message: 'Only the creator of a saved search may delete it.',
      code: 'FORBIDDEN',
    });
    expect(await titles('ada')).toEqual(['Ours']);
  });

  it('copies a saved search for the caller, with one searches_duplicate', async () => {
    const { data, toolCalls } = await graph.ask(DuplicateSearchDocument, { id: 'sch_1' }, { as: 'ben' });

    expect(data.duplicateSavedSearch).toMatchObject({
      savedSearch: { title: 'Strong (copy)', filters: stored.filters, creator: { id: 'usr_ben' } },
    });
    expect(toolCalls).toEqual([called('searches_duplicate')]);
    expect(await titles('ben')).toEqual(['Strong (copy)', 'Strong']);
  });

  it('lets the creator delete a saved search, with one searches_delete', async () => {
    const { data, toolCalls } = await graph.ask(DeleteSearchDocument, { id: 'sch_1' });

    expect(data).toEqual({ deleteSavedSearch: { deletedId: 'sch_1' } });
    expect(toolCalls).toEqual([called('searches_delete')]);
    expect(await titles('ada')).toEqual([]);
  });

  it('reads current data after each change within one operation', async () => {
    const { data } = await graph.ask(UpdateSearchTwiceDocument, { id: 'sch_1' });

    expect(data).toEqual({
      first: { savedSearch: { signals: { nodes: [{ id: 'sig_9' }] } } },
      second: { savedSearch: { signals: { nodes: [{ id: 'sig_3' }, { id: 'sig_9' }, { id: 'sig_7' }] } } },
    });
    expect((await graph.ask(SearchMatchesDocument, { id: 'sch_1' })).data.savedSearch?.signals?.nodes).toHaveLength(3);
  });
});
