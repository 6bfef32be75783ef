import { getNamedType, type GraphQLSchema, isObjectType } from 'graphql';
import type { CallReservation } from '../calls/call-reservation.ts';
import { maxPageSize } from '../../tools/talent/vocabulary.ts';
import { type CallCost, changeCalls, costOf, type FieldArguments, type Lookup } from './call-cost.ts';
import { CallEstimate, type Objects } from './call-estimate.ts';
import { type OperationTree, type SelectedField, type Selection, selectsMoreThan } from './operation-tree.ts';

export interface CallPlan {
  /**
   * Returns the minimum number of calls if every page is full, with `first` reduced to `maxFirst` where it is larger.
   */
  minCalls(maxFirst?: number): number;
  reservation: CallReservation;
}

/**
 * Determines which tools an operation is certain to call. The estimate of its cost, in contrast, counts the calls that
 * it is expected to make.
 *
 * For example, `activities(first: 100) { nodes { summary { content } } }` needs at least 101 calls: one of
 * `activities_list`, and one of `summary_get` for each activity of a full page. Per-object calls of fields below a
 * plain list are not counted, because the length of the list is unknown. Root fields and entities for which the caller
 * lacks the scope are not counted either, because they call no tool.
 */
export function planCalls(tree: OperationTree): CallPlan {
  const estimate = estimateCalls(tree);
  return {
    minCalls: (maxFirst) => estimate.minCalls(maxFirst),
    reservation: { perObjectTools: costsOf(tree.schema).perObjectTools, batched: estimate.batched },
  };
}

function estimateCalls({ schema, root, isMutation }: OperationTree): CallEstimate {
  const estimate = new CallEstimate();
  /**
   * Selections that were already counted, with the objects for which they were counted. A fragment that is spread in
   * many places is counted only once for the same objects.
   */
  const counted = new Map<Selection, Set<string>>();
  countSelection(root, isMutation ? undefined : { keys: new Set(['']) });
  return estimate;

  function countSelection(selection: Selection, objects: Objects): void {
    const key = JSON.stringify(objects && ('keys' in objects ? [...objects.keys] : objects.pageSize)) ?? '';
    const keys = counted.get(selection) ?? new Set();
    if (keys.has(key)) return;
    counted.set(selection, keys.add(key));
    for (const field of selection.fields) countField(field, objects);
  }

  function countField(selected: SelectedField, objects: Objects): void {
    const { responseName, parent, args, cost, references, selections } = selected;
    if (references) return countReferences(selected);
    if (isMutation && parent === root.type) estimate.addMutation(responseName, changeCalls(cost, args));
    countBatched(cost, selected);
    for (const tool of cost.perObject ?? []) {
      if (cost.isSelected?.(tool, args) ?? true) estimate.addPerObject(tool, objects);
    }
    const children = childObjects(cost, args, objects);
    if (cost.page !== undefined && children) estimate.addPerObject(cost.page, objects);
    for (const tool of cost.lookup?.perObject ?? []) estimate.addPerObject(tool, children);
    // The concrete type is known only after the object is loaded, so count the selection for every possible type.
    for (const selection of selections) countSelection(selection, selections.length === 1 ? children : undefined);
  }

  function countReferences(selected: SelectedField): void {
    for (const { selection, representations } of selected.references ?? []) {
      countBatched(costOf(selection.type), { ...selected, selections: [selection] });
      const lookup = costsOf(schema).lookups.get(selection.type.name);
      const keys = new Set(representations.flatMap((representation) => lookup?.keyOf(representation) ?? []));
      const objects = lookup && { keys };
      for (const tool of lookup?.perObject ?? []) estimate.addPerObject(tool, objects);
      countSelection(selection, objects);
    }
  }

  function countBatched({ batched = [] }: CallCost, selected: SelectedField): void {
    for (const { tool, calls = 1, unlessOnly } of batched) {
      if (!unlessOnly || selectsMoreThan(selected, unlessOnly)) estimate.addBatched(tool, calls);
    }
  }
}

/**
 * Returns the distinct objects that a field resolves to for all of its parents; undefined if their number is unknown.
 */
function childObjects({ page, lookup, isOneToOne }: CallCost, args: FieldArguments, parents: Objects): Objects {
  if (page !== undefined) {
    const { first } = args;
    return parents && typeof first === 'number' && first >= 1 && first <= maxPageSize ? { pageSize: first } : undefined;
  }
  if (lookup) {
    const key = lookup.keyOf(args);
    return key === undefined ? undefined : { keys: new Set([key]) };
  }
  return isOneToOne && parents && 'pageSize' in parents ? parents : undefined;
}

interface SchemaCosts {
  /** For each type name, how a root field finds an object. Federation references are resolved in the same way. */
  lookups: ReadonlyMap<string, Lookup>;
  /** Tools that are called separately for each object. */
  perObjectTools: ReadonlySet<string>;
}

const costsBySchema = new WeakMap<GraphQLSchema, SchemaCosts>();

export function costsOf(schema: GraphQLSchema): SchemaCosts {
  const cached = costsBySchema.get(schema);
  if (cached) return cached;
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((parent) =>
      Object.values(parent.getFields()).map((field) => ({
        type: getNamedType(field.type).name,
        isRoot: parent === schema.getQueryType(),
        cost: costOf(field),
      })),
    );
  const costs = {
    lookups: new Map(fields.flatMap(({ type, cost: { lookup } }) => (lookup ? [[type, lookup] as const] : []))),
    perObjectTools: new Set(
      fields.flatMap(
        ({ isRoot, cost: { perObject = [], atMostPerObject = [], fallbackPerObject = [], lookup, page } }) => [
          ...perObject,
          ...atMostPerObject,
          ...fallbackPerObject,
          ...(lookup?.perObject ?? []),
          ...(page !== undefined && !isRoot ? [page] : []),
        ],
      ),
    ),
  };
  costsBySchema.set(schema, costs);
  return costs;
}
