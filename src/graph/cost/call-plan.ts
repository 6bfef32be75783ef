import {
  type DocumentNode,
  type FieldNode,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { z } from 'zod';
import type { CallReservation } from '../../connector/session/call-reservation.ts';
import type { Scope } from '../../connector/scope.ts';
import { maxPageSize } from '../../tools/talent/vocabulary.ts';
import { type CallCost, costOf, type FieldArguments, type Lookup } from './call-cost.ts';
import { CallEstimate, type Objects } from './call-estimate.ts';
import { type OperationInfo, selectedFields, selectsMore } from '../core/selection.ts';
import { scopeOfType } from '../core/type-source.ts';

export interface PlannedOperation {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues: Readonly<Record<string, unknown>>;
  scopes: ReadonlySet<Scope>;
}

export interface CallPlan {
  representationCount: number;
  /**
   * Returns the minimum number of calls if every page is full, with `first` reduced to `maxFirst` where it is larger.
   */
  minCalls(maxFirst?: number): number;
  reservation: CallReservation;
}

/**
 * Determines from an operation's document and variables which tools it will call.
 *
 * For example, `activities(first: 100) { nodes { summary { content } } }` needs at least 101 calls: one of
 * `activities_list`, and one of `summary_get` for each activity of a full page. Per-object calls of fields below a
 * plain list are not counted, because the length of the list is unknown. Root fields and entities for which the caller
 * lacks the scope are not counted either, because they call no tool.
 * @returns undefined for an operation that cannot run, for example because its variables are invalid
 */
export function planCalls(operation: PlannedOperation): CallPlan | undefined {
  const { schema, document, operationName, variableValues, scopes } = operation;
  const definition = getOperationAST(document, operationName);
  const rootType = definition && schema.getRootType(definition.operation);
  if (!rootType) return undefined;
  const { coerced } = getVariableValues(schema, definition.variableDefinitions ?? [], variableValues);
  if (!coerced) return undefined;
  const fragments = Object.fromEntries(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  );
  const estimate = estimateCalls({
    info: { schema, variableValues: coerced, fragments },
    scopes,
    definition,
    rootType,
  });
  return {
    representationCount: estimate.representationCount(),
    minCalls: (maxFirst) => estimate.minCalls(maxFirst),
    reservation: { perObjectTools: costsOf(schema).perObjectTools, batched: estimate.batched },
  };
}

interface ValidOperation {
  info: OperationInfo;
  scopes: ReadonlySet<Scope>;
  definition: OperationDefinitionNode;
  rootType: GraphQLObjectType;
}

function estimateCalls({ info, scopes, definition, rootType }: ValidOperation): CallEstimate {
  const { schema } = info;
  const estimate = new CallEstimate();
  const isMutation = definition.operation === OperationTypeNode.MUTATION;
  /**
   * Selection sets that were already counted, with the types and objects for which they were counted. A fragment that
   * is spread in many places is counted only once for the same objects.
   */
  const counted = new Map<SelectionSetNode, Set<string>>();
  countSelection(definition.selectionSet, rootType, isMutation ? undefined : { keys: new Set(['']) });
  return estimate;

  function countSelection(set: SelectionSetNode, type: GraphQLObjectType, objects: Objects): void {
    const key = JSON.stringify([type.name, objects && ('keys' in objects ? [...objects.keys] : objects.pageSize)]);
    const keys = counted.get(set) ?? new Set();
    if (keys.has(key)) return;
    counted.set(set, keys.add(key));
    for (const field of selectedFields(set, info, type)) countField(field, type, objects);
  }

  function countField(node: FieldNode, parent: GraphQLObjectType, objects: Objects): void {
    const field = parent.getFields()[node.name.value];
    if (!field) return;
    const args: FieldArguments = getArgumentValues(field, node, info.variableValues);
    if (field.name === '_entities') return countEntities(node, args);
    const type = getNamedType(field.type);
    const isRoot = parent === rootType;
    if (isRoot && !field.name.startsWith('_') && !hasScope(scopeOfType(type, isMutation ? 'write' : 'read'))) return;
    const cost = costOf(field);
    if (isRoot && isMutation) estimate.addMutation((node.alias ?? node.name).value, cost.mutation?.(args) ?? 1);
    countBatched(cost, node);
    for (const tool of cost.perObject ?? []) {
      if (cost.isSelected?.(tool, args) ?? true) estimate.addPerObject(tool, objects);
    }
    const children = childObjects(cost, args, objects);
    if (cost.page !== undefined && children) estimate.addPerObject(cost.page, objects);
    for (const tool of cost.lookup?.perObject ?? []) estimate.addPerObject(tool, children);
    if (!node.selectionSet) return;
    if (isObjectType(type)) countSelection(node.selectionSet, type, children);
    else if (isAbstractType(type)) {
      // The concrete type is known only after the object is loaded, so count the selection for every possible type.
      for (const member of schema.getPossibleTypes(type)) countSelection(node.selectionSet, member, undefined);
    }
  }

  function countEntities(node: FieldNode, args: FieldArguments): void {
    const { representations } = representationsSchema.parse(args);
    estimate.addRepresentations((node.alias ?? node.name).value, representations.length);
    const entityTypes = schema.getType('_Entity');
    for (const [name, ofType] of Map.groupBy(representations, ({ __typename }) => __typename)) {
      const type = schema.getType(name);
      const isEntity = isObjectType(type) && isAbstractType(entityTypes) && schema.isSubType(entityTypes, type);
      if (!node.selectionSet || !isEntity || !hasScope(scopeOfType(type, 'read'))) continue;
      countBatched(costOf(type), node);
      const lookup = costsOf(schema).lookups.get(name);
      const keys = new Set(ofType.flatMap((representation) => lookup?.keyOf(representation) ?? []));
      const objects = lookup && { keys };
      for (const tool of lookup?.perObject ?? []) estimate.addPerObject(tool, objects);
      countSelection(node.selectionSet, type, objects);
    }
  }

  function countBatched({ batched = [] }: CallCost, { selectionSet }: FieldNode): void {
    for (const { tool, calls = 1, unlessOnly } of batched) {
      if (!unlessOnly || !selectionSet || selectsMore(selectionSet, unlessOnly, info)) estimate.addBatched(tool, calls);
    }
  }

  function hasScope(scope: Scope | undefined): boolean {
    return !scope || scopes.has(scope);
  }
}

const representationsSchema = z.object({
  representations: z.array(z.looseObject({ __typename: z.string().catch('') }).catch({ __typename: '' })),
});

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

function costsOf(schema: GraphQLSchema): SchemaCosts {
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
      fields.flatMap(({ isRoot, cost: { perObject = [], atMostPerObject = [], lookup, page } }) => [
        ...perObject,
        ...atMostPerObject,
        ...(lookup?.perObject ?? []),
        ...(page !== undefined && !isRoot ? [page] : []),
      ]),
    ),
  };
  costsBySchema.set(schema, costs);
  return costs;
}
