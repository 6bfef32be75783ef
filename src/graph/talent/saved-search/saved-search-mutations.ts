import type { GraphQLResolveInfo } from 'graphql';
import { searchPayload, searchTools } from '../../../tools/talent/search.ts';
import { pastDate } from '../../../tools/rules/date-bounds.ts';
import type { GraphContext } from '../../core/context.ts';
import { checkInput, invalidInput, omitNulls } from '../../core/input.ts';
import { changedType, deletedType, mutation } from '../../errors/mutation-result.ts';
import { loadAfterChange } from '../../errors/load-after-change.ts';
import { SavedSearch, savedSearchLoader } from './saved-search.ts';
import { CreateSavedSearchInput, readFilters, UpdateSavedSearchInput, visitTimeRule } from './saved-search-input.ts';

const savedSearchSuccess = changedType('savedSearch', SavedSearch);

/** Loads a saved search after a change that the service confirmed without returning the search. */
const savedSearchAfter = (id: string, context: GraphContext, info: GraphQLResolveInfo) =>
  loadAfterChange({
    field: 'savedSearch',
    known: () => searchPayload.parse({ id, title: '' }),
    load: () => savedSearchLoader(context).byId.load(id),
    context,
    info,
  });

/** @throws InvalidInputError */
const checkVisitedAt = ({ visitedAt }: { visitedAt?: Date | null | undefined }, context: GraphContext) =>
  checkInput(pastDate(context.now()).nullish(), visitedAt, ['input', 'visitedAt']);

mutation({
  name: 'createSavedSearch',
  tool: searchTools.searches_create,
  description: 'Creates a saved search owned by the caller. Costs one `searches_create` call.',
  success: savedSearchSuccess('CreateSavedSearchSuccess', 'The saved search was created.'),
  inputPath: ['input'],
  args: (arg) => ({
    input: arg({ type: CreateSavedSearchInput, required: true, description: 'The saved search to create.' }),
  }),
  change: async ({ input }, context, info, once) => {
    checkVisitedAt(input, context);
    const filters = readFilters(input);
    if (!filters) throw invalidInput(['input', 'filter'], 'or filters is required');
    const search = {
      title: input.title,
      emoji: input.emoji ?? undefined,
      filters,
      sharees: [...new Set(input.sharees)],
      visitedAt: input.visitedAt ?? context.now(),
    };
    const { id, record } = await context.talent.createSavedSearch(search, once);
    return { node: record ?? (await savedSearchAfter(id, context, info)) };
  },
});

mutation({
  name: 'updateSavedSearch',
  tool: searchTools.searches_update,
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
    checkVisitedAt(input, context);
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
  name: 'markSavedSearchVisited',
  tool: searchTools.searches_update,
  reads: searchTools.searches_get,
  description:
    'Sets `visitedAt` of a saved search, for all of its users, so that `SavedSearch.newSignals` starts from that time. `visitedAt` never goes back: an `at` before the stored visit changes nothing. Costs one `searches_get` call, which requires the scope `talent:read`, and one `searches_update` call.',
  problems: ['NotFoundProblem'],
  success: savedSearchSuccess(
    'MarkSavedSearchVisitedSuccess',
    'The visit was recorded, or a later visit was already stored.',
  ),
  args: (arg) => ({
    id: arg.id({ required: true, description: 'ID of the saved search.' }),
    at: arg({
      type: 'DateTime',
      description:
        'Time of the visit; now by default. A time up to five minutes in the future counts as now, because clocks can be fast; a later time is rejected.',
    }),
  }),
  change: async ({ id, at }, context) => {
    const now = context.now();
    checkInput(visitTimeRule(now).nullish(), at, ['at']);
    const visitedAt = at && at < now ? at : now;
    const stored = await context.talent.savedSearch(id);
    if (stored.visitedAt && stored.visitedAt >= visitedAt) return { node: stored };
    const record = await context.talent.updateSavedSearch({ id, visitedAt });
    return { node: record?.id === id ? record : { ...stored, visitedAt } };
  },
});

mutation({
  name: 'duplicateSavedSearch',
  tool: searchTools.searches_duplicate,
  description: 'Copies a saved search. The caller owns the copy. Costs one `searches_duplicate` call.',
  problems: ['NotFoundProblem'],
  success: savedSearchSuccess(
    'DuplicateSavedSearchSuccess',
    'The saved search was copied; `savedSearch` is the copy.',
    'The copy of the saved search.',
  ),
  args: (arg) => ({ id: arg.id({ required: true, description: 'ID of the saved search to copy.' }) }),
  change: async (original, context, info, once) => {
    const { id, record } = await context.talent.duplicateSavedSearch(original.id, once);
    return { node: record ?? (await savedSearchAfter(id, context, info)) };
  },
});

mutation({
  name: 'deleteSavedSearch',
  tool: searchTools.searches_delete,
  description:
    'Permanently deletes a saved search. Only its creator can delete a saved search. Costs one `searches_delete` call.',
  problems: ['NotFoundProblem'],
  success: deletedType('DeleteSavedSearchSuccess', 'The saved search was deleted.'),
  args: (arg) => ({ id: arg.id({ required: true, description: 'ID of the saved search.' }) }),
  change: async ({ id }, context) => {
    await context.talent.deleteSavedSearch(id);
    return { deletedId: id };
  },
});
