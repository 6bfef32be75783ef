import {
  type FieldNode,
  getArgumentValues,
  getNamedType,
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isLeafType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
  type ValueNode,
} from 'graphql';
import type { FieldArguments } from '../cost/call-cost.ts';

type Field = GraphQLField<unknown, unknown>;

/** The fields that an operation selects on objects of one type. */
export interface PlannedSelection {
  type: GraphQLObjectType;
  fields: readonly PlannedField[];
  /** The response names of the fields, each with the value null: a result before its fields have values. */
  empty: Readonly<Record<string, null>>;
  /** Number of field nodes, of which several can have the same response name. */
  nodeCount: number;
}

const shortScalars = new Set(['Int', 'Float', 'Boolean', 'Date', 'DateTime']);

function isText(type: GraphQLOutputType): boolean {
  const named = getNamedType(type);
  return isScalarType(named) && !shortScalars.has(named.name);
}

interface PlannedFieldOptions {
  responseName: string;
  nodes: readonly FieldNode[];
  parent: GraphQLObjectType;
  field: Field;
  membersOf: (field: Field) => readonly GraphQLObjectType[];
  select: (nodes: readonly FieldNode[], type: GraphQLObjectType) => PlannedSelection;
}

/** All nodes of a selection with the same response name. */
export class PlannedField {
  readonly responseName: string;
  readonly nodes: readonly FieldNode[];
  readonly parent: GraphQLObjectType;
  readonly field: Field;
  /** The type without list and non-null wrappers. */
  readonly type: GraphQLNamedOutputType;
  /** Whether the value can be null; for a list, then whether its items can be null, and so on. */
  readonly nullable: readonly boolean[];
  readonly isText: boolean;
  readonly isLeaf: boolean;
  readonly #options: PlannedFieldOptions;
  readonly #usesVariables: boolean;
  #selections: Map<GraphQLObjectType, PlannedSelection> | undefined;
  #names: Map<GraphQLObjectType | undefined, ReadonlySet<string>> | undefined;
  #constantArguments: FieldArguments | undefined;

  constructor(options: PlannedFieldOptions) {
    const { responseName, nodes, parent, field } = options;
    this.responseName = responseName;
    this.nodes = nodes;
    this.parent = parent;
    this.field = field;
    this.type = getNamedType(field.type);
    this.nullable = nullableLevels(field.type);
    this.isText = isText(field.type);
    this.isLeaf = isLeafType(this.type);
    this.#options = options;
    this.#usesVariables = nodes[0]?.arguments?.some(({ value }) => hasVariable(value)) ?? false;
  }

  /** Number of lists around the objects or values of the field. */
  get listDepth(): number {
    return this.nullable.length - 1;
  }

  /** The object types that the field can return; empty for scalars. */
  get members(): readonly GraphQLObjectType[] {
    return this.#options.membersOf(this.field);
  }

  /** @throws GraphQLError if the condition of a field is invalid */
  selectionOn(type: GraphQLObjectType): PlannedSelection {
    this.#selections ??= new Map();
    const selection = this.#selections.get(type) ?? this.#options.select(this.nodes, type);
    this.#selections.set(type, selection);
    return selection;
  }

  /** @throws GraphQLError if an argument is invalid, such as null for a required argument */
  argumentsFor(variableValues: Readonly<Record<string, unknown>>): FieldArguments {
    if (this.#constantArguments) return this.#constantArguments;
    const [node] = this.nodes;
    const args = node ? getArgumentValues(this.field, node, variableValues) : {};
    if (!this.#usesVariables) this.#constantArguments = args;
    return args;
  }

  selectsMoreThan(fields: ReadonlySet<string>, type?: GraphQLObjectType): boolean {
    for (const name of this.namesOn(type)) if (!fields.has(name)) return true;
    return false;
  }

  /** The names of the fields that are selected on `type`; by default, on all types that the field can return. */
  namesOn(type?: GraphQLObjectType): ReadonlySet<string> {
    const types = type ? [type] : this.members;
    this.#names ??= new Map();
    const names = this.#names.get(type) ?? new Set(types.flatMap((member) => namesOf(this.selectionOn(member))));
    this.#names.set(type, names);
    return names;
  }
}

export const namesOf = ({ fields }: PlannedSelection): string[] => fields.map(({ field }) => field.name);

function nullableLevels(type: GraphQLOutputType): boolean[] {
  const inner = isNonNullType(type) ? type.ofType : type;
  return [inner === type, ...(isListType(inner) ? nullableLevels(inner.ofType) : [])];
}

const hasVariable = (value: ValueNode): boolean =>
  value.kind === Kind.VARIABLE ||
  (value.kind === Kind.LIST && value.values.some(hasVariable)) ||
  (value.kind === Kind.OBJECT && value.fields.some((field) => hasVariable(field.value)));
