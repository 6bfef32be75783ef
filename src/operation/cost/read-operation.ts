import {
  type DocumentNode,
  type FieldNode,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  Kind,
  OperationTypeNode,
  SchemaMetaFieldDef,
  type OperationDefinitionNode,
  TypeMetaFieldDef,
} from 'graphql';
import { z } from 'zod';
import type { Scope } from '../../tools/tool.ts';
import { undefinedIfInvalid, type OperationInfo, selectedFields } from './selected-fields.ts';
import { scopeOfType, scopesOfField } from '../type-source.ts';
import { textLength } from '../execution/result-length.ts';
import { maxArgumentLength, maxRepresentations } from '../operation-limits.ts';
import { type CallCost, costOf, type FieldArguments } from './call-cost.ts';

/** The fields that an operation selects on one object type, each response name once. */
export interface Selection {
  type: GraphQLObjectType;
  fields: readonly SelectedField[];
  /** The names of all selected fields, including `__typename`. */
  names: ReadonlySet<string>;
}

export interface SelectedField {
  responseName: string;
  parent: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
  args: FieldArguments;
  cost: CallCost;
  /** What is selected on each object type that the field can return; empty for scalars. */
  selections: readonly Selection[];
  /** For `_entities`, the representations of each type that the caller may read. */
  references?: readonly References[];
}

export interface References {
  selection: Selection;
  representations: readonly FieldArguments[];
}

/** With fragments expanded and fields merged. Selections are shared, so paths do not multiply the size of the tree. */
export interface OperationTree {
  schema: GraphQLSchema;
  root: Selection;
  isMutation: boolean;
  /** In all `_entities` fields together. */
  representationCount: number;
  /** Total length of the arguments of all fields, in characters. Not exact beyond `maxArgumentLength`. */
  argumentLength: number;
  /** Whether fields are missing because the operation selects more than `maxSelectedFields`. */
  isTruncated: boolean;
}

/** Whether a field selects more than the named fields, and so needs the tool that loads the others. */
export const selectsMoreThan = ({ selections }: SelectedField, fields: ReadonlySet<string>) =>
  selections.some(({ names }) => [...names].some((name) => !fields.has(name)));

export interface PlannedOperation {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues: Readonly<Record<string, unknown>>;
  scopes: ReadonlySet<Scope>;
}

/** Limits hostile documents, whose fragments can multiply into millions of fields. Real ones stay below 10,000. */
const maxSelectedFields = 50_000;

/**
 * Leaves out fields with invalid arguments and those for which the caller lacks the scope: none of them calls a tool.
 * @returns undefined for an operation that cannot run, for example because its variables are invalid
 */
export function readOperation(operation: PlannedOperation): OperationTree | undefined {
  const { schema, document, operationName, variableValues } = operation;
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
  const isMutation = definition.operation === OperationTypeNode.MUTATION;
  const hasScope = (type: GraphQLNamedType) => {
    const scope = scopeOfType(type, isMutation ? 'write' : 'read');
    return !scope || operation.scopes.has(scope);
  };
  const canRead = (field: GraphQLField<unknown, unknown>) =>
    scopesOfField(field).every((scope) => operation.scopes.has(scope));
  const reader = createReader({ schema, variableValues: coerced, fragments }, { rootType, hasScope, canRead });
  const root = undefinedIfInvalid(() => reader.read([definition], rootType));
  return root && { schema, root, isMutation, ...reader.found() };
}

type SelectingNode = FieldNode | OperationDefinitionNode;

interface ReaderOptions {
  rootType: GraphQLObjectType;
  hasScope: (type: GraphQLNamedType) => boolean;
  canRead: (field: GraphQLField<unknown, unknown>) => boolean;
}

function createReader(info: OperationInfo, { rootType, hasScope, canRead }: ReaderOptions) {
  const { schema } = info;
  const known = new Map<string, Selection>();
  const numbers = new Map<SelectingNode, number>();
  let fieldCount = 0;
  let representationCount = 0;
  let argumentLength = 0;
  return {
    read,
    found: () => ({ representationCount, argumentLength, isTruncated: fieldCount > maxSelectedFields }),
  };

  /** @param nodes nodes whose selections apply to the same object */
  function read(nodes: readonly SelectingNode[], type: GraphQLObjectType): Selection {
    const key = `${type.name} ${nodes.map(numberOf).join(' ')}`;
    const cached = known.get(key);
    if (cached) return cached;
    // A tree that is already too large is not used any further, so do not expand the remaining fragments.
    const byResponseName = fieldCount > maxSelectedFields ? new Map() : selectedFields(nodes, info, type);
    const selected = [...byResponseName.values()].flat();
    fieldCount += selected.length;
    const selection = {
      type,
      names: new Set(selected.map(({ name }) => name.value)),
      fields:
        fieldCount > maxSelectedFields
          ? []
          : [...byResponseName].flatMap(([name, merged]) => readField(name, merged, type) ?? []),
    };
    known.set(key, selection);
    return selection;
  }

  function numberOf(node: SelectingNode): number {
    const number = numbers.get(node) ?? numbers.size;
    numbers.set(node, number);
    return number;
  }

  function readField(
    responseName: string,
    nodes: readonly FieldNode[],
    parent: GraphQLObjectType,
  ): SelectedField | undefined {
    const [node] = nodes;
    const field = node && (parent.getFields()[node.name.value] ?? introspectionField(node, parent));
    if (!node || !field) return undefined;
    if (field.name.startsWith('__') || parent.name === '_Service') {
      return { responseName, parent, field, args: {}, cost: introspectionCost, selections: [] };
    }
    const type = getNamedType(field.type);
    if (parent === rootType && !field.name.startsWith('_') && !hasScope(type)) return undefined;
    if (!canRead(field)) return undefined;
    const args = undefinedIfInvalid<FieldArguments>(() => getArgumentValues(field, node, info.variableValues));
    if (!args) return undefined;
    if (argumentLength <= maxArgumentLength) argumentLength += textLength(args, maxArgumentLength);
    const base = { responseName, parent, field, args, cost: costOf(field) };
    if (field.name === '_entities') return { ...base, ...readReferences(args, nodes) };
    const members = isAbstractType(type) ? schema.getPossibleTypes(type) : isObjectType(type) ? [type] : [];
    return { ...base, selections: members.map((member) => read(nodes, member)) };
  }

  function introspectionField({ name: { value: name } }: FieldNode, parent: GraphQLObjectType) {
    if (parent !== schema.getQueryType()) return undefined;
    return [SchemaMetaFieldDef, TypeMetaFieldDef].find((field) => field.name === name);
  }

  function readReferences(args: FieldArguments, nodes: readonly FieldNode[]) {
    const { representations: unread } = args;
    if (Array.isArray(unread)) representationCount += unread.length;
    if (representationCount > maxRepresentations) return { references: [], selections: [] };
    const { representations } = representationsSchema.parse(args);
    const entities = schema.getType('_Entity');
    const references = [...Map.groupBy(representations, ({ __typename }) => __typename)].flatMap(([name, ofType]) => {
      const type = schema.getType(name);
      const isEntity = isObjectType(type) && isAbstractType(entities) && schema.isSubType(entities, type);
      return isEntity && hasScope(type) ? [{ selection: read(nodes, type), representations: ofType }] : [];
    });
    return { references, selections: references.map(({ selection }) => selection) };
  }
}

/** Also of `_service { sdl }`. Flat, because the schema has a fixed size. Allows a few queries, but not 200 aliases. */
const introspectionCost: CallCost = { fixedObjects: 1000 };

const representationsSchema = z.object({
  representations: z.array(z.looseObject({ __typename: z.string().catch('') }).catch({ __typename: '' })),
});
