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
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { getFieldDef } from 'graphql/execution/execute.js';
import { planField, type PlannedSelection } from './planned-field.ts';

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

/** A plan with variables, or the errors that prevent the operation from running. */
export type Preparation = PreparedOperation | readonly GraphQLError[];

/** Coerces the variables of a request, and finds or creates the plan of its operation. */
export function prepareOperation({ schema, document, operationName, variableValues }: OperationRequest): Preparation {
  const operation = getOperationAST(document, operationName);
  // The server rejects a request without a matching operation earlier; other callers may not.
  if (!operation) return [new GraphQLError('The document contains no such operation.')];
  const definitions = operation.variableDefinitions ?? [];
  const { coerced, errors } = getVariableValues(schema, definitions, variableValues ?? {}, { maxErrors: 50 });
  return errors ?? { plan: planOf({ schema, document, operation, variableValues: coerced }), variableValues: coerced };
}

/** Maximum number of cached plans of one document, for different operations and conditions. */
const maxPlansPerDocument = 16;

/** After this many planned fields, all plans are dropped. A field takes 700 bytes, and fragments can multiply fields. */
const maxPlannedFields = 50_000;
let plannedFields = 0;

/** The plans of a document, and the variables in directives: `@skip` and `@include` decide what is selected. */
let documents = new WeakMap<DocumentNode, { plans: Map<string, Plan>; conditions: readonly string[] }>();

interface PlanOptions {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variableValues: Readonly<Record<string, unknown>>;
}

function planOf(options: PlanOptions): Plan {
  const { schema, document, operation, variableValues } = options;
  if (plannedFields > maxPlannedFields) [documents, plannedFields] = [new WeakMap(), 0];
  const known = documents.get(document) ?? { plans: new Map<string, Plan>(), conditions: conditionNames(document) };
  documents.set(document, known);
  const { plans, conditions } = known;
  const key = JSON.stringify([operation.name?.value, ...conditions.map((name) => variableValues[name])]);
  const cached = plans.get(key);
  if (cached?.schema === schema) return cached;
  if (plans.size >= maxPlansPerDocument) plans.clear();
  const plan = createPlan(options);
  plans.set(key, plan);
  return plan;
}

function conditionNames(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ arguments: args = [] }) => {
      for (const { value } of args) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

type SelectingNode = FieldNode | OperationDefinitionNode;

function createPlan({ schema, document, operation, variableValues }: PlanOptions): Plan {
  const definitions = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  const fragments = Object.fromEntries(definitions.map((fragment) => [fragment.name.value, fragment]));
  const selections = new Map<string, PlannedSelection>();
  const numbers = new Map<SelectingNode, number>();
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
    plannedFields += collected.length;
    const fields = collected.flatMap(([responseName, fieldNodes]) => {
      const [node] = fieldNodes;
      const field = node && getFieldDef(schema, type, node);
      if (!field) return [];
      const members = membersOf(getNamedType(field.type));
      return [planField({ responseName, nodes: fieldNodes, parent: type, field, members, select })];
    });
    return {
      type,
      fields,
      names: new Set(fields.map(({ field }) => field.name)),
      // Unlike an assignment, `Object.fromEntries` creates a property for the valid alias `__proto__`.
      empty: Object.fromEntries(fields.map(({ responseName }) => [responseName, null])),
      nodeCount: collected.reduce((sum, [, { length }]) => sum + length, 0),
    };
  }

  function membersOf(type: GraphQLNamedType): readonly GraphQLObjectType[] {
    if (isAbstractType(type)) return schema.getPossibleTypes(type);
    return isObjectType(type) ? [type] : [];
  }
}

export const isMutation = ({ operation }: Plan): boolean => operation.operation === OperationTypeNode.MUTATION;
