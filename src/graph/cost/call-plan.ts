import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
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
import type { CallRoom } from '../../connector/session/call-room.ts';
import type { Scope } from '../../connector/scope.ts';
import { maxPageSize } from '../../tools/talent/vocabulary.ts';
import { type CallCost, costOf, type FieldArguments } from './call-cost.ts';
import { CallDemand, type Objects } from './call-demand.ts';
import { scopeOfType } from '../core/ownership.ts';
import { needsBeyond, type OperationInfo, takesPart } from '../core/selection.ts';

export interface PlannedOperation {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues: Readonly<Record<string, unknown>>;
  scopes: ReadonlySet<Scope>;
}

export interface CallPlan {
  /** How many calls the operation makes at least, with every page full but none of more than `maxFirst` nodes. */
  certainCalls(maxFirst?: number): number;
  room: CallRoom;
}

/**
 * What an operation will call, read from its document and variables before anything is called. A field that the caller
 * has no scope for calls nothing. How many objects a plain list holds is unknown, so nothing below one is certain.
 * @returns nothing for an operation that cannot run
 */
export function planCalls(operation: PlannedOperation): CallPlan | undefined {
  const { schema, document, operationName, variableValues } = operation;
  const definition = getOperationAST(document, operationName);
  if (!definition) return undefined;
  const { coerced } = getVariableValues(schema, definition.variableDefinitions ?? [], variableValues);
  const type = schema.getRootType(definition.operation);
  if (!coerced || !type) return undefined;
  const demand = new CallDemand();
  const info = { schema, variableValues: coerced, fragments: fragmentsOf(document) };
  walk({ info, demand, scopes: operation.scopes, definition, type });
  return {
    certainCalls: (maxFirst) => demand.certainCalls(maxFirst),
    room: { each: toolsForEach(schema), shared: demand.shared },
  };
}

const fragmentsOf = ({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> =>
  Object.fromEntries(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  );

interface WalkedOperation {
  info: OperationInfo;
  demand: CallDemand;
  scopes: ReadonlySet<Scope>;
  definition: OperationDefinitionNode;
  type: GraphQLObjectType;
}

function walk({ info, demand, scopes, definition, type: rootType }: WalkedOperation): void {
  const { schema } = info;
  /** A fragment that is spread twice on the same objects is walked once, so that nesting does not multiply the work. */
  const walked = new Map<SelectionSetNode, Set<string>>();
  const isMutation = definition.operation === OperationTypeNode.MUTATION;
  walkSelection(definition.selectionSet, rootType, isMutation ? undefined : { keys: new Set(['']) });

  function walkSelection(set: SelectionSetNode, type: GraphQLObjectType, objects: Objects): void {
    const key = JSON.stringify([type.name, objects && ('page' in objects ? objects.page : [...objects.keys])]);
    const before = walked.get(set) ?? new Set();
    if (before.has(key)) return;
    walked.set(set, before.add(key));
    for (const selection of set.selections) {
      if (!takesPart(selection, info)) continue;
      if (selection.kind === Kind.FIELD) {
        walkField(selection, type, objects);
        continue;
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : info.fragments[selection.name.value];
      const on = fragment?.typeCondition && schema.getType(fragment.typeCondition.name.value);
      const applies = !on || on === type || (isAbstractType(on) && schema.isSubType(on, type));
      if (fragment && applies) walkSelection(fragment.selectionSet, type, objects);
    }
  }

  function walkField(node: FieldNode, parent: GraphQLObjectType, objects: Objects): void {
    const field = parent.getFields()[node.name.value];
    if (!field) return;
    const args: FieldArguments = getArgumentValues(field, node, info.variableValues);
    if (field.name === '_entities') return walkEntities(node, args);
    const type = getNamedType(field.type);
    if (parent === rootType) {
      const isOwned = !field.name.startsWith('_');
      const scope = isOwned ? scopeOfType(type, isMutation ? 'write' : 'read') : undefined;
      if (scope && !scopes.has(scope)) return;
    }
    const cost = costOf(field);
    if (parent === rootType && isMutation) {
      demand.addMutation(node.alias?.value ?? node.name.value, cost.mutation?.(args) ?? 1);
    }
    addShared(cost, node);
    for (const tool of cost.each ?? []) if (cost.isAsked?.(tool, args) ?? true) demand.add(tool, objects);
    const inner = objectsOf(cost, args, objects);
    if (cost.page !== undefined && inner) demand.add(cost.page, objects);
    for (const tool of cost.find?.each ?? []) demand.add(tool, inner);
    if (!node.selectionSet) return;
    if (isObjectType(type)) walkSelection(node.selectionSet, type, inner);
    // Which member an object is, only its record tells.
    else if (isAbstractType(type)) {
      for (const member of schema.getPossibleTypes(type)) walkSelection(node.selectionSet, member, undefined);
    }
  }

  function addShared({ shared = [] }: CallCost, { selectionSet }: FieldNode): void {
    for (const { tool, calls = 1, beyond } of shared) {
      if (!beyond || !selectionSet || needsBeyond(selectionSet, beyond, info)) demand.keepRoom(tool, calls);
    }
  }

  function walkEntities(node: FieldNode, args: FieldArguments): void {
    const { selectionSet } = node;
    const entity = schema.getType('_Entity');
    const { representations } = representationsSchema.parse(args);
    for (const [name, given] of Map.groupBy(representations, (one) => one.__typename)) {
      const type = schema.getType(name);
      if (!selectionSet || !isObjectType(type) || !isAbstractType(entity) || !schema.isSubType(entity, type)) continue;
      const scope = scopeOfType(type, 'read');
      if (scope && !scopes.has(scope)) continue;
      addShared(costOf(type), node);
      const find = findersOf(schema).get(name);
      const keys = given.map((one) => find?.keyOf(one)).filter((key) => key !== undefined);
      const objects = find && { keys: new Set(keys) };
      for (const tool of find?.each ?? []) demand.add(tool, objects);
      walkSelection(selectionSet, type, objects);
    }
  }
}

const representationsSchema = z.object({
  representations: z.array(z.looseObject({ __typename: z.string().catch('') }).catch({ __typename: '' })),
});

/** The objects that a field leads to. */
function objectsOf(cost: CallCost, args: FieldArguments, parents: Objects): Objects {
  if (cost.page !== undefined) {
    const { first } = args;
    return parents && typeof first === 'number' && first >= 1 && first <= maxPageSize ? { page: first } : undefined;
  }
  if (cost.find) {
    const key = cost.find.keyOf(args);
    return key === undefined ? undefined : { keys: new Set([key]) };
  }
  return cost.isOneToOne && parents && 'page' in parents ? parents : undefined;
}

const finders = new WeakMap<GraphQLSchema, Map<string, NonNullable<CallCost['find']>>>();

/** How the root fields find one object, by the name of its type: references are found in the same way. */
function findersOf(schema: GraphQLSchema) {
  const known = finders.get(schema);
  if (known) return known;
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const found = new Map(
    fields.flatMap((field) => {
      const { find } = costOf(field);
      return find ? [[getNamedType(field.type).name, find] as const] : [];
    }),
  );
  finders.set(schema, found);
  return found;
}

const eachTools = new WeakMap<GraphQLSchema, ReadonlySet<string>>();

/** The tools that are called for each of several objects. */
function toolsForEach(schema: GraphQLSchema): ReadonlySet<string> {
  const known = eachTools.get(schema);
  if (known) return known;
  const tools = new Set(
    Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, cost: costOf(field) })))
      .flatMap(({ type, cost: { each = [], upTo = [], find, page } }) => [
        ...each,
        ...upTo,
        ...(find?.each ?? []),
        ...(page !== undefined && type !== schema.getQueryType() ? [page] : []),
      ]),
  );
  eachTools.set(schema, tools);
  return tools;
}
