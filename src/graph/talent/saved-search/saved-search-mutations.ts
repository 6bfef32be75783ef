import type { GraphQLResolveInfo } from 'graphql';
import { searchPayload } from '../../../tools/talent/search.ts';
import type { GraphContext } from '../../core/context.ts';
import { checkIds, invalidInput, omitNulls } from '../../core/input.ts';
import { changedType, deletedType, mutation } from '../../errors/mutation-result.ts';
import { loadAfterChange } from '../../errors/load-after-change.ts';
import { SavedSearch, savedSearchLoader } from './saved-search.ts';
import { checkSavedSearch, CreateSavedSearchInput, readFilters, UpdateSavedSearchInput } from './saved-search-input.ts';

const savedSearchSuccess = (name: string, description: string) =>
  changedType(name, { description, field: 'savedSearch', type: SavedSearch });

/** For a change that the service confirmed without returning the record. */
const savedSearchAfter = (id: string, context: GraphContext, info: GraphQLResolveInfo) =>
  loadAfterChange({
    field: 'savedSearch',
    known: () => searchPayload.parse({ id, title: '' }),
    load: () => savedSearchLoader(context).byId.load(id),
    context,
    info,
  });

mutation({
  connector: 'talent',
  name: 'createSavedSearch',
  tool: 'searches_create',
  description: 'Creates a saved search owned by the caller. Costs one `searches_create` call, which is never retried.',
  success: savedSearchSuccess('CreateSavedSearchSuccess', 'The saved search was created.'),
  inputPath: ['input'],
  args: (arg) => ({
    input: arg({ type: CreateSavedSearchInput, required: true, description: 'The saved search to create.' }),
  }),
  change: async ({ input }, context, info) => {
    checkSavedSearch(input, context.now());
    const filters = readFilters(input);
    if (!filters) throw invalidInput(['input', 'filter'], 'or filters is required');
    const { id, record } = await context.talent.createSavedSearch({
      title: input.title,
      emoji: input.emoji ?? undefined,
      filters,
      sharees: [...new Set(input.sharees)],
      visitedAt: input.visitedAt ?? context.now(),
    });
    return { node: record ?? (await savedSearchAfter(id, context, info)) };
  },
});

mutation({
  connector: 'talent',
  name: 'updateSavedSearch',
  tool: 'searches_update',
  description:
    'Changes a saved search. Everyone who can see a saved search can change it. Costs one `searches_update` call.',
  problems: ['NotFoundProblem'],
  success: savedSearchSuccess('UpdateSavedSearchSuccess', 'The saved search was updated.'),
  inputPath: ['input'],
  args: (arg) => ({
    id: arg.id({ required: true, description: 'ID of the saved search.' }),
    input: arg({ type: UpdateSavedSearchInput, required: true, description: 'The fields to change.' }),
  }),
  change: async ({ id, input }, context, info) => {
    checkIds({ id });
    checkSavedSearch(input, context.now());
    const { title, emoji, visitedAt, sharees } = input;
    const record = await context.talent.updateSavedSearch({
      ...omitNulls({ title, emoji, visitedAt, sharees: sharees && [...new Set(sharees)] }),
      id,
      filters: readFilters(input),
    });
    return { node: record?.id === id ? record : await savedSearchAfter(id, context, info) };
  },
});

mutation({
  connector: 'talent',
  name: 'duplicateSavedSearch',
  tool: 'searches_duplicate',
  description:
    'Copies a saved search. The caller owns the copy. Costs one `searches_duplicate` call, which is never retried.',
  problems: ['NotFoundProblem'],
  success: savedSearchSuccess('DuplicateSavedSearchSuccess', 'The saved search was copied; `savedSearch` is the copy.'),
  args: (arg) => ({ id: arg.id({ required: true, description: 'ID of the saved search to copy.' }) }),
  change: async (original, context, info) => {
    checkIds({ id: original.id });
    const { id, record } = await context.talent.duplicateSavedSearch(original.id);
    return { node: record ?? (await savedSearchAfter(id, context, info)) };
  },
});

mutation({
  connector: 'talent',
  name: 'deleteSavedSearch',
  tool: 'searches_delete',
  description:
    'Permanently deletes a saved search. Only its creator can delete a saved search. Costs one `searches_delete` call.',
  problems: ['NotFoundProblem'],
  success: deletedType('DeleteSavedSearchSuccess', 'The saved search was deleted.'),
  args: (arg) => ({ id: arg.id({ required: true, description: 'ID of the saved search.' }) }),
  change: async ({ id }, context) => {
    checkIds({ id });
    await context.talent.deleteSavedSearch(id);
    return { deletedId: id };
  },
});
