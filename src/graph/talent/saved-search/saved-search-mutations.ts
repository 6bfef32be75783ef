import type { GraphQLResolveInfo } from 'graphql';
import type { SavedSearchRecord } from '../../../connector/talent/records.ts';
import { searchPayload } from '../../../tools/talent/search.ts';
import { builder } from '../../core/builder.ts';
import type { GraphContext } from '../../core/context.ts';
import { deletedType } from '../../errors/deleted-type.ts';
import { InvalidInputError } from '../../errors/errors.ts';
import { checkIds } from '../../core/input.ts';
import { mutationResult } from '../../errors/mutation-result.ts';
import { readBack } from '../../errors/read-back.ts';
import { SavedSearch, savedSearchLoader } from './saved-search.ts';
import {
  checkSavedSearch,
  CreateSavedSearchInput,
  givenFilters,
  UpdateSavedSearchInput,
} from './saved-search-input.ts';

const savedSearchSuccess = (name: string) =>
  builder.objectRef<{ savedSearch: SavedSearchRecord }>(`${name}Success`).implement({
    description: 'It happened.',
    fields: (t) => ({
      savedSearch: t.expose('savedSearch', {
        type: SavedSearch,
        nullable: false,
        description: 'The saved search as it is now.',
      }),
    }),
  });

/** A saved search whose change was acknowledged without the record. */
const savedSearchAfter = (id: string, context: GraphContext, info: GraphQLResolveInfo) =>
  readBack({
    field: 'savedSearch',
    known: () => searchPayload.parse({ id, title: '' }),
    load: () => savedSearchLoader(context).byId.load(id),
    context,
    info,
  });

const createSavedSearch = mutationResult({
  connector: 'talent',
  name: 'CreateSavedSearch',
  description: 'How createSavedSearch ended.',
  problems: [],
  success: savedSearchSuccess('CreateSavedSearch'),
  inputPath: ['input'],
});

builder.mutationField('createSavedSearch', (t) =>
  t.field({
    type: createSavedSearch.type,
    nullable: false,
    description: 'Keep a search; it belongs to the caller. One searches_create, never sent twice.',
    args: { input: t.arg({ type: CreateSavedSearchInput, required: true, description: 'The new saved search.' }) },
    resolve: (_, { input }, context, info) =>
      createSavedSearch.run(context, async () => {
        checkSavedSearch(input);
        const filters = givenFilters(input);
        if (!filters) {
          throw new InvalidInputError([{ path: ['input', 'filter'], message: 'or filters must be given' }]);
        }
        const { id, record } = await context.talent.createSavedSearch({
          title: input.title,
          emoji: input.emoji ?? undefined,
          filters,
          sharees: [...new Set(input.sharees)],
          visitedAt: input.visitedAt ?? context.now(),
        });
        return { savedSearch: record ?? (await savedSearchAfter(id, context, info)) };
      }),
  }),
);

const updateSavedSearch = mutationResult({
  connector: 'talent',
  name: 'UpdateSavedSearch',
  description: 'How updateSavedSearch ended.',
  problems: ['NotFoundProblem'],
  success: savedSearchSuccess('UpdateSavedSearch'),
  inputPath: ['input'],
});

builder.mutationField('updateSavedSearch', (t) =>
  t.field({
    type: updateSavedSearch.type,
    nullable: false,
    description: 'Change a saved search; whoever may see it may. One searches_update.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the saved search.' }),
      input: t.arg({ type: UpdateSavedSearchInput, required: true, description: 'What to change.' }),
    },
    resolve: (_, { id, input }, context, info) =>
      updateSavedSearch.run(context, async () => {
        checkIds({ id });
        checkSavedSearch(input);
        const record = await context.talent.updateSavedSearch({
          id,
          title: input.title ?? undefined,
          emoji: input.emoji ?? undefined,
          filters: givenFilters(input),
          sharees: input.sharees ? [...new Set(input.sharees)] : undefined,
          visitedAt: input.visitedAt ?? undefined,
        });
        return { savedSearch: record?.id === id ? record : await savedSearchAfter(id, context, info) };
      }),
  }),
);

const duplicateSavedSearch = mutationResult({
  connector: 'talent',
  name: 'DuplicateSavedSearch',
  description: 'How duplicateSavedSearch ended.',
  problems: ['NotFoundProblem'],
  success: savedSearchSuccess('DuplicateSavedSearch'),
});

builder.mutationField('duplicateSavedSearch', (t) =>
  t.field({
    type: duplicateSavedSearch.type,
    nullable: false,
    description: 'Copy a saved search; the copy belongs to the caller. One searches_duplicate, never sent twice.',
    args: { id: t.arg.id({ required: true, description: 'Id of the saved search to copy.' }) },
    resolve: (_, args, context, info) =>
      duplicateSavedSearch.run(context, async () => {
        checkIds({ id: args.id });
        const { id, record } = await context.talent.duplicateSavedSearch(args.id);
        return { savedSearch: record ?? (await savedSearchAfter(id, context, info)) };
      }),
  }),
);

const deleteSavedSearch = mutationResult({
  connector: 'talent',
  name: 'DeleteSavedSearch',
  description: 'How deleteSavedSearch ended.',
  problems: ['NotFoundProblem'],
  success: deletedType('DeleteSavedSearch'),
});

builder.mutationField('deleteSavedSearch', (t) =>
  t.field({
    type: deleteSavedSearch.type,
    nullable: false,
    description: 'Permanently delete a saved search; only its creator may. One searches_delete.',
    args: { id: t.arg.id({ required: true, description: 'Id of the saved search.' }) },
    resolve: (_, { id }, context) =>
      deleteSavedSearch.run(context, async () => {
        checkIds({ id });
        await context.talent.deleteSavedSearch(id);
        return { deletedId: id };
      }),
  }),
);
