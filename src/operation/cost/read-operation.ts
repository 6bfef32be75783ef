import {
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  TypeNameMetaFieldDef,
} from 'graphql';
import { z } from 'zod';
import type { Scope } from '../../tools/tool.ts';
import { isMutation, type Preparation, type PreparedOperation } from '../execution/plan.ts';
import type { PlannedField, PlannedSelection } from '../execution/planned-field.ts';
import { scopeOfType, scopesOfField } from '../type-source.ts';
import { textLength } from './operation-cost.ts';
import { argumentItemLength, maxArgumentLength, maxRepresentations } from '../operation-limits.ts';
import { type CallCost, costOf, type FieldArguments, noCost } from './call-cost.ts';

/** The fields that an operation selects on one object type, each response name once. */
export interface Selection {
  type: GraphQLObjectType;
  /** The fields that can cost something: objects, and scalars with a declared cost. */
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
  references?: readonly EntityRequest[];
}

export interface EntityRequest {
  selection: Selection;
  representations: readonly FieldArguments[];
}

/** An operation with expanded fragments and merged fields. Paths share selections, so the tree stays small. */
export interface OperationTree {
  schema: GraphQLSchema;
  root: Selection;
  isMutation: boolean;
  /** Number of representations in all `_entities` fields together. */
  representationCount: number;
  /** Total length of the arguments of all fields, in characters. Not exact beyond `maxArgumentLength`. */
  argumentLength: number;
  /** Whether fields are missing because the operation selects more than `maxSelectedFields`. */
  isTruncated: boolean;
}

/** Whether a field selects more than these fields, and therefore needs the tool that loads the other fields. */
export const selectsMoreThan = (selections: readonly Pick<Selection, 'names'>[], fields: ReadonlySet<string>) =>
  selections.some(({ names }) => [...names].some((name) => !fields.has(name)));

/** Limits hostile documents, whose fragments can multiply into millions of fields. Real documents stay below 10,000. */
const maxSelectedFields = 50_000;

/**
 * Returns the fields of an operation with their arguments. Leaves out fields with invalid arguments, and fields for
 * which the caller lacks the scope: they call no tool.
 * @returns undefined for an operation that cannot run, for example because its variables are invalid
 */
export function readOperation(prepared: Preparation, scopes: ReadonlySet<Scope>): OperationTree | undefined {
  if (!('plan' in prepared)) return undefined;
  const { plan } = prepared;
  const reader = createReader(prepared, scopes);
  const root = undefinedIfInvalid(() => reader.read(plan.root()));
  return root && { schema: plan.schema, root, isMutation: isMutation(plan), ...reader.found() };
}

function createReader({ plan, variableValues }: PreparedOperation, scopes: ReadonlySet<Scope>) {
  const { schema } = plan;
  const rootType = schema.getRootType(plan.operation.operation);
  const access = isMutation(plan) ? 'write' : 'read';
  const known = new Map<PlannedSelection, Selection>();
  let fieldCount = 0;
  let representationCount = 0;
  let argumentLength = 0;
  return {
    read,
    found: () => ({ representationCount, argumentLength, isTruncated: fieldCount > maxSelectedFields }),
  };

  function hasScope(type: GraphQLNamedType): boolean {
    const scope = scopeOfType(type, access);
    return !scope || scopes.has(scope);
  }

  function read(planned: PlannedSelection): Selection {
    const cached = known.get(planned);
    if (cached) return cached;
    const { type, nodeCount } = planned;
    fieldCount += nodeCount;
    const fields = fieldCount > maxSelectedFields ? [] : planned.fields.flatMap((field) => readField(field) ?? []);
    const selection = { type, names: planned.names, fields };
    known.set(planned, selection);
    return selection;
  }

  /** A tree that is already too large is not used any further, so its remaining fragments are not expanded. */
  function readOn(field: PlannedField, type: GraphQLObjectType): Selection {
    return fieldCount > maxSelectedFields ? { type, names: new Set(), fields: [] } : read(field.selectionOn(type));
  }

  function readField(planned: PlannedField): SelectedField | undefined {
    const { responseName, parent, field, type } = planned;
    if (field === TypeNameMetaFieldDef) return undefined;
    if (field.name.startsWith('__') || parent.name === '_Service') {
      return { responseName, parent, field, args: {}, cost: introspectionCost, selections: [] };
    }
    // `readEntityRequests` checks the scopes of `_entities` for each type.
    if (parent === rootType && !field.name.startsWith('_') && !hasScope(type)) return undefined;
    if (!scopesOfField(field).every((scope) => scopes.has(scope))) return undefined;
    const args = undefinedIfInvalid(() => planned.argumentsFor(variableValues));
    if (!args) return undefined;
    if (argumentLength <= maxArgumentLength) argumentLength += textLength(args, maxArgumentLength, argumentItemLength);
    const cost = costOf(field);
    if (planned.leafType && cost === noCost) return undefined;
    const base = { responseName, parent, field, args, cost };
    if (field.name === '_entities') return { ...base, ...readEntityRequests(args, planned) };
    return { ...base, selections: planned.members.map((member) => readOn(planned, member)) };
  }

  function readEntityRequests(args: FieldArguments, planned: PlannedField) {
    const { representations: unread } = args;
    if (Array.isArray(unread)) representationCount += unread.length;
    if (representationCount > maxRepresentations) return { references: [], selections: [] };
    const { representations } = representationsSchema.parse(args);
    const entities = schema.getType('_Entity');
    const references = [...Map.groupBy(representations, ({ __typename }) => __typename)].flatMap(([name, ofType]) => {
      const type = schema.getType(name);
      const isEntity = isObjectType(type) && isAbstractType(entities) && schema.isSubType(entities, type);
      return isEntity && hasScope(type) ? [{ selection: readOn(planned, type), representations: ofType }] : [];
    });
    return { references, selections: references.map(({ selection }) => selection) };
  }
}

/** Returns undefined if `read` finds that an argument is invalid, such as null for `if: Boolean!`. */
function undefinedIfInvalid<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

/** The cost of `__schema`, `__type` and `sdl` with any selection. The cost limit allows a few of these fields. */
const introspectionCost: CallCost = { fixedObjects: 1000 };

const representationsSchema = z.object({
  representations: z.array(z.looseObject({ __typename: z.string().catch('') }).catch({ __typename: '' })),
});
