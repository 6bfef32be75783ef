import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Page, TalentClient } from '../../../connector/talent/talent-client.ts';
import { maxPageSize } from '../../../tools/talent/vocabulary.ts';
import { type ArgumentBuilder, builder, type PothosTypes } from '../../core/builder.ts';
import type { GraphContext } from '../../core/context.ts';
import { entityById } from '../../core/entities.ts';
import { afterPromises } from '../../../operation/promises.ts';
import { batchLoader, inKeyOrder, perOperation } from '../../core/loader.ts';
import { talentSource } from '../../../operation/type-source.ts';
import { idOnly, selectsOnly } from '../../core/selection.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { InvalidInputError } from '../../core/input.ts';
import { connectionType, offsetPageCost, pageArguments } from '../../pagination/connection.ts';
import { offsetListing } from '../../pagination/offset-listing.ts';

/** The cost of loading entities by id: ten calls load 1,000; the careers of 100 people rarely refer to more. */
export const lookupCalls = (tool: string) => ({ tool, calls: 10, batchSize: maxPageSize });

export const searchArgument = (arg: ArgumentBuilder) =>
  arg.string({
    description:
      'Words or parts of words that the name must contain, in any order. Ignores case and accents. Omit it to return all nodes.',
  });

interface LookupQuery {
  search: string | undefined;
  ids: string[] | undefined;
}

interface EntityLookup<Entity extends { id: string }> {
  type: ObjectRef<PothosTypes, Entity>;
  tool: string;
  field: string;
  description: string;
  idPattern: RegExp;
  idForm: string;
  /** Creates an entity with only the id set. */
  unknown: (id: string) => Entity;
  fetchPage: (talent: TalentClient, query: LookupQuery & Page) => Promise<{ items: Entity[]; total: number | null }>;
  fetchByIds: (talent: TalentClient, ids: string[]) => Promise<{ items: Entity[] }>;
}

/** Adds the query field and reference resolver. `ofProfile` loads what a profile refers to, unless only `id` is selected. */
export function addEntityLookup<Entity extends { id: string }>(lookup: EntityLookup<Entity>) {
  const { type, tool, field, idPattern, idForm } = lookup;
  const loader = perOperation((context) => lookupLoader(context, (ids) => lookup.fetchByIds(context.talent, ids)));
  const listing = offsetListing(field, async (query: LookupQuery, page, context) => {
    // Return no entities for an empty list of ids: the tools treat an empty list as no filter.
    if (query.ids?.length === 0) return { items: [], total: 0 };
    const result = await lookup.fetchPage(context.talent, { ...query, ...page });
    for (const entity of result.items) loader(context).prime(entity.id, entity);
    return result;
  });

  builder.queryField(field, (t) =>
    t.field({
      type: connectionType(type, talentSource),
      extensions: toolCalls({ page: tool }),
      description: `${lookup.description} Sorted by name, or by relevance if \`search\` is set. ${offsetPageCost(tool)}`,
      args: {
        search: searchArgument(t.arg),
        ids: t.arg.idList({ description: `Return only the nodes with these IDs, which have the form \`${idForm}\`.` }),
        ...pageArguments(t.arg),
      },
      resolve: (_, { search, ids, first, after }, context) => {
        const query = { search: search ?? undefined, ids: ids ? readIds(ids, lookup) : undefined };
        return listing(context, query, { first, after });
      },
    }),
  );

  const find = async (id: string, context: GraphContext) => (idPattern.test(id) ? loader(context).load(id) : null);
  entityById(type, find);
  return {
    find,
    ofProfile: (id: string | null, context: GraphContext, info: GraphQLResolveInfo) => {
      if (id === null) return null;
      if (selectsOnly(info, idOnly)) return lookup.unknown(id);
      return find(id, context).then((entity) => entity ?? lookup.unknown(id));
    },
  };
}

/** Removes duplicates. @throws InvalidInputError with an issue for each malformed id */
function readIds(ids: readonly string[], { idPattern, idForm }: { idPattern: RegExp; idForm: string }): string[] {
  const message = `must be an id of the form ${idForm}`;
  const issues = ids.flatMap((id, index) => (idPattern.test(id) ? [] : [{ path: ['ids', String(index)], message }]));
  if (issues.length > 0) throw new InvalidInputError(issues);
  return [...new Set(ids)];
}

/** Creates a loader that dispatches last, to leave free call slots to loaders on whose results more calls depend. */
const lookupLoader = <Entity extends { id: string }>(
  context: GraphContext,
  fetchByIds: (ids: string[]) => Promise<{ items: Entity[] }>,
) =>
  batchLoader<string, Entity | null>(context, async (ids) => inKeyOrder(ids, (await fetchByIds([...ids])).items), {
    maxBatchSize: maxPageSize,
    after: afterOtherLoaders,
  });

/**
 * Waits until the end of the next tick: loaders that depend on the result of another loader dispatch in that tick.
 * `setImmediate` would be too late, because the embedded database returns results earlier.
 */
function afterOtherLoaders(dispatch: () => void): void {
  afterPromises(() => afterPromises(() => process.nextTick(dispatch)));
}
