import { collectFields, getDefinedRootType } from '@graphql-tools/utils';
import {
  type DocumentNode,
  type ExecutionArgs,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  visit,
} from 'graphql';
import { PlannedField, type PlannedSelection } from './planned-field.ts';

/** What an operation selects. Of its variables, only those of `@skip` and `@include` matter. */
export interface Plan {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Returns the root fields. @throws GraphQLError if the condition of a field is invalid, such as `@skip(if: null)` */
  root: () => PlannedSelection;
}

export interface PreparedOperation {
  plan: Plan;
  /** The values of the variables, coerced to their types, with default values. */
  variableValues: Readonly<Record<string, unknown>>;
}

export type OperationRequest = Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'>;

const prepared = new WeakMap<OperationRequest, PreparedOperation | readonly GraphQLError[]>();

/** Prepares an operation once per request. Returns errors if the operation cannot run. */
export function prepareOperation(request: OperationRequest): PreparedOperation | readonly GraphQLError[] {
  const known = prepared.get(request) ?? prepare(request);
  prepared.set(request, known);
  return known;
}

function prepare({ schema, document, operationName, variableValues }: OperationRequest) {
  const operation = getOperationAST(document, operationName);
  // The server rejects a request without a matching operation earlier; other callers may not.
  if (!operation) return [new GraphQLError('The document contains no such operation.')];
  const definitions = operation.variableDefinitions ?? [];
  const { coerced, errors } = getVariableValues(schema, definitions, variableValues ?? {}, { maxErrors: 50 });
  return errors ?? { plan: planOf({ schema, document, operation, variableValues: coerced }), variableValues: coerced };
}

/** Maximum number of cached plans of one document, for different operations and conditions. */
const maxPlansPerDocument = 16;

/** Plans with more fields are not cached: a field occupies about 500 bytes, and fragments can multiply fields. */
const maxCachedFields = 1000;

interface PlannedDocument {
  conditions: readonly string[];
  plans: Map<string, Plan>;
}

const documents = new WeakMap<DocumentNode, PlannedDocument>();

interface PlanOptions {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variableValues: Readonly<Record<string, unknown>>;
}

function planOf(options: PlanOptions): Plan {
  const { schema, document, operation, variableValues } = options;
  const known = documents.get(document) ?? { conditions: conditionNames(document), plans: new Map() };
  documents.set(document, known);
  const { conditions, plans } = known;
  const key = JSON.stringify([operation.name?.value, ...conditions.map((name) => variableValues[name])]);
  const cached = plans.get(key);
  if (cached?.schema === schema) return cached;
  if (plans.size >= maxPlansPerDocument) plans.clear();
  const plan = createPlan(options, () => plans.delete(key));
  plans.set(key, plan);
  return plan;
}

function conditionNames(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ name, arguments: args = [] }) => {
      if (name.value !== 'skip' && name.value !== 'include') return;
      for (const { value } of args) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

type SelectingNode = FieldNode | OperationDefinitionNode;

/** @param onLarge called when the plan has more than `maxCachedFields` */
function createPlan({ schema, document, operation, variableValues }: PlanOptions, onLarge: () => void): Plan {
  const fragments = Object.fromEntries(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  );
  const selections = new Map<string, PlannedSelection>();
  const numbers = new Map<SelectingNode, number>();
  let fieldCount = 0;
  return {
    schema,
    operation,
    fragments,
    root: () => select([operation], getDefinedRootType(schema, operation.operation, [operation])),
  };

  /** Returns the same selection wherever the same nodes apply to the same type: a fragment is planned once. */
  function select(nodes: readonly SelectingNode[], type: GraphQLObjectType): PlannedSelection {
    const key = `${type.name} ${nodes.map(numberOf).join(' ')}`;
    const selection = selections.get(key) ?? plannedSelection(nodes, type);
    selections.set(key, selection);
    return selection;
  }

  function numberOf(node: SelectingNode): number {
    const number = numbers.get(node) ?? numbers.size;
    numbers.set(node, number);
    return number;
  }

  function plannedSelection(nodes: readonly SelectingNode[], type: GraphQLObjectType): PlannedSelection {
    const merged: SelectionSetNode = {
      kind: Kind.SELECTION_SET,
      selections: nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []),
    };
    const collected = [...collectFields(schema, fragments, variableValues, type, merged).fields];
    fieldCount += collected.length;
    if (fieldCount > maxCachedFields) onLarge();
    const fields = collected.flatMap(([responseName, fieldNodes]) => {
      const field = fieldOf(type, fieldNodes[0]?.name.value ?? '');
      if (!field) return [];
      const planned = new PlannedField({ responseName, nodes: fieldNodes, parent: type, field, membersOf, select });
      plannedFields.set(fieldNodes, planned);
      return [planned];
    });
    return {
      type,
      fields,
      // Unlike an assignment, `Object.fromEntries` creates a property for the valid alias `__proto__`.
      empty: Object.fromEntries(fields.map(({ responseName }) => [responseName, null])),
      nodeCount: collected.reduce((sum, [, { length }]) => sum + length, 0),
    };
  }

  function fieldOf(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> | undefined {
    if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
    const introspection = [SchemaMetaFieldDef, TypeMetaFieldDef].find((field) => field.name === name);
    return introspection && type === schema.getQueryType() ? introspection : type.getFields()[name];
  }

  function membersOf({ type }: GraphQLField<unknown, unknown>): readonly GraphQLObjectType[] {
    const named = getNamedType(type);
    return isAbstractType(named) ? schema.getPossibleTypes(named) : isObjectType(named) ? [named] : [];
  }
}

const plannedFields = new WeakMap<readonly FieldNode[], PlannedField>();

/** @throws Error if the field is not resolved by a plan */
export function plannedFieldOf({ fieldNodes, fieldName }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fieldName'>) {
  const field = plannedFields.get(fieldNodes);
  if (!field) throw new Error(`The field ${fieldName} is not part of a plan.`);
  return field;
}

export const isMutation = ({ operation }: Plan): boolean => operation.operation === OperationTypeNode.MUTATION;
