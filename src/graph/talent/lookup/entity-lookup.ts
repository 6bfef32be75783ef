import type { ObjectRef } from '@pothos/core';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import type { Page, TalentClient } from '../../../connector/talent/talent-client.ts';
import { maxPageSize } from '../../../tools/talent/vocabulary.ts';
import { builder, type PothosTypes } from '../../core/builder.ts';
import type { GraphContext } from '../../core/context.ts';
import { inKeyOrder, perOperation } from '../../core/loader.ts';
import { fromTalent } from '../../core/type-source.ts';
import { idOnly, selectsOnly } from '../../core/selection.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import { InvalidInputError } from '../../errors/errors.ts';
import { connectionType, pageArguments, pageListSize } from '../../pagination/connection.ts';
import { offsetListing } from '../../pagination/offset-listing.ts';

/** Cost of lookups by id. Reserves calls for 1,000 distinct entities, which the careers of 100 signals rarely exceed. */
export const lookupCalls = (tool: string) => ({ tool, calls: 10 });

interface LookupQuery {
  search: string | undefined;
  ids: string[] | undefined;
}

interface EntityLookup<Entity extends { id: string }> {
  type: ObjectRef<PothosTypes, Entity>;
  typeName: string;
  tool: string;
  /** Name of the root field. */
  field: string;
  description: string;
  idPattern: RegExp;
  idForm: string;
  /** The entity for an id that the lookup does not find. */
  unknown: (id: string) => Entity;
  fetchPage: (talent: TalentClient, query: LookupQuery & Page) => Promise<{ items: Entity[]; total: number | null }>;
  fetchByIds: (talent: TalentClient, ids: string[]) => Promise<{ items: Entity[] }>;
}

/** Adds the root field of a lookup. */
export function addEntityLookup<Entity extends { id: string }>(lookup: EntityLookup<Entity>) {
  const { type, typeName, tool, field, idPattern, idForm } = lookup;
  const loader = perOperation(({ talent }) => lookupLoader((ids) => lookup.fetchByIds(talent, ids)));
  const listing = offsetListing(field, async (query: LookupQuery, page, context) => {
    // The tools take an empty list for no filter.
    if (query.ids?.length === 0) return { items: [], total: 0 };
    const result = await lookup.fetchPage(context.talent, { ...query, ...page });
    for (const entity of result.items) loader(context).prime(entity.id, entity);
    return result;
  });

  builder.queryField(field, (t) =>
    t.field({
      type: connectionType(typeName, type, fromTalent),
      extensions: toolCalls({ page: tool }),
      description: `${lookup.description} Costs one \`${tool}\` call per page.`,
      listSize: pageListSize,
      args: {
        search: t.arg.string({ description: 'Part of the name, ignoring case. Omit it for all.' }),
        ids: t.arg.idList({ description: `IDs of the form \`${idForm}\`, to return only these.` }),
        ...pageArguments(t.arg),
      },
      resolve: (_, { search, ids, first, after }, context) => {
        const query = { search: search ?? undefined, ids: ids ? readIds(ids, lookup) : undefined };
        return listing(context, query, { first, after });
      },
    }),
  );

  const find = async (id: string, context: GraphContext) => (idPattern.test(id) ? loader(context).load(id) : null);
  return {
    /** The entity with an id; null if there is none. */
    find,
    /** The entity that a profile refers to; no lookup if only the id is selected. */
    findForProfile: (id: string | null, context: GraphContext, info: GraphQLResolveInfo) => {
      if (id === null) return null;
      if (selectsOnly(info, idOnly)) return lookup.unknown(id);
      return find(id, context).then((entity) => entity ?? lookup.unknown(id));
    },
  };
}

/** @throws InvalidInputError naming each malformed id */
function readIds(ids: readonly string[], { idPattern, idForm }: { idPattern: RegExp; idForm: string }): string[] {
  const message = (id: string) => `must be an id of the form ${idForm}; it is ${JSON.stringify(id)}`;
  const issues = ids.flatMap((id, index) =>
    idPattern.test(id) ? [] : [{ path: ['ids', String(index)], message: message(id) }],
  );
  if (issues.length > 0) throw new InvalidInputError(issues);
  return [...new Set(ids)];
}

/**
 * Entities by id, one call per `maxPageSize` distinct ids. No other call depends on their result, so they are dispatched
 * after other loaders, which get the free slots of the caller first.
 */
const lookupLoader = <Entity extends { id: string }>(fetchByIds: (ids: string[]) => Promise<{ items: Entity[] }>) =>
  new DataLoader<string, Entity | null>(async (ids) => inKeyOrder(ids, (await fetchByIds([...ids])).items), {
    maxBatchSize: maxPageSize,
    batchScheduleFn: afterOtherLoaders,
  });

/**
 * Loaders dispatch one tick after the promises that are ready, and a loader that depends on another one tick later;
 * this is the end of that second tick. `setImmediate` is too late: an embedded database has answered before it runs.
 */
function afterOtherLoaders(dispatch: () => void): void {
  afterPromises(() => afterPromises(() => process.nextTick(dispatch)));
}

const afterPromises = (next: () => void) => void Promise.resolve().then(() => process.nextTick(next));
