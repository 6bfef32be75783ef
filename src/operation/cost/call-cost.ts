import { getNamedType, type GraphQLSchema, isObjectType } from 'graphql';

/** The arguments of a field by name, already coerced to their GraphQL types. */
export type FieldArguments = Readonly<Record<string, unknown>>;

/** A tool call that loads the data of a field for many objects at once. */
export interface BatchedCall {
  tool: string;
  /** Maximum number of calls that this cost adds to an operation; the budget reserves all of them. 1 by default. */
  calls?: number | ((args: FieldArguments) => number);
  /** Fields that need no call: if the selection contains only these, the call is not made. */
  unlessOnly?: ReadonlySet<string>;
  /** Maximum number of objects that one call serves. By default, all `calls` are counted for any number of objects. */
  batchSize?: number;
  /** Assumed number of keys that each object needs from the calls; 1 by default. */
  keysPerObject?: number;
  /** Set if the call is made only for a single object, or only for several; by default it is made for any number. */
  onlyFor?: 'one' | 'several';
  /** Set if fields with different arguments do not share the call. */
  perArguments?: true;
  /** Set if the call is not expected below a page of the same tool, which has already loaded the objects. */
  unlessListed?: true;
}

/** How a root field finds one object by a key from its arguments, such as `id`. */
export interface Lookup {
  keyOf: (args: FieldArguments) => string | undefined;
  /** Tools that are called once for each distinct key. */
  perObject?: readonly string[];
}

/**
 * The tool calls of a field, declared in its `extensions`. `Signal.lists` loads each signal's entries, then all lists:
 * `toolCalls({ perObject: ['signals_entries'], batched: [{ tool: 'lists_list', unlessOnly: idOnly }] })`.
 */
export interface CallCost {
  /** Tools that are called once for each distinct parent object of the field. */
  perObject?: readonly string[];
  /** Whether a field with these arguments calls `tool`, one of `perObject` or `batched`; by default, it calls all. */
  isSelected?: (tool: string, args: FieldArguments) => boolean;
  /** Tools that each parent object calls at most as often as they are listed here; parent objects may share calls. */
  atMostPerObject?: readonly string[];
  /** Tools that are called for a parent object only if the service left something out, which is not expected. */
  fallbackPerObject?: readonly string[];
  batched?: readonly BatchedCall[];
  /** The tool that lists the nodes of a connection field. Estimates assume full pages of `first` nodes. */
  page?: string;
  /** The number of calls that a page with these arguments can need; 1 by default. */
  pageCalls?: (args: FieldArguments) => number;
  /** Maximum number of calls of the connection's tool, for a field that reads all nodes of its connection. */
  readAllCalls?: number;
  /** Set for a connection that always reads all of its nodes: `readAllCalls` of its fields then adds no calls. */
  hasReadAll?: true;
  lookup?: Lookup;
  /** Set if the field resolves to a different object for each parent, as `node` does for each edge. */
  isOneToOne?: true;
  /** The tool of a mutation, and its number of calls with these arguments; 1 by default. */
  mutation?: { tool: string; calls?: (args: FieldArguments) => number };
  /** Maximum value of `first`, for a connection that allows larger pages than the tools. */
  maxFirst?: number;
  /** The number of objects of a field whose selection is not estimated, such as `__schema`. */
  fixedObjects?: number;
  /** The assumed length of the text of a field, in characters, if it is long. */
  textLength?: number;
  /** Length of the list; `parentArgs` are the arguments of the field that returned the parent object. */
  listLength?: (args: FieldArguments, parentArgs: FieldArguments) => number;
}

export const mutationCalls = ({ mutation }: CallCost, args: FieldArguments): number => mutation?.calls?.(args) ?? 1;

export const selectedPerObjectTools = ({ perObject = [], isSelected }: CallCost, args: FieldArguments) =>
  isSelected ? perObject.filter((tool) => isSelected(tool, args)) : perObject;

export function selectedBatches({ batched = [], isSelected }: CallCost, args: FieldArguments) {
  const selected = isSelected ? batched.filter(({ tool }) => isSelected(tool, args)) : batched;
  return selected.map(({ calls = 1, ...call }) => ({
    ...call,
    calls: typeof calls === 'number' ? calls : calls(args),
  }));
}

/** Wraps a cost, so that `costOf` can tell it from any other value under the same key of `extensions`. */
class DeclaredCost {
  readonly cost: CallCost;

  constructor(cost: CallCost) {
    this.cost = cost;
  }
}

/** Creates the `extensions` of a field that calls tools, or of an entity type whose reference resolver calls tools. */
export const toolCalls = (cost: CallCost) => ({ toolCalls: new DeclaredCost(cost) });

/** The cost of a field that declares none. */
export const noCost: CallCost = {};

/** Returns the cost that a field or type declares with `toolCalls`. */
export function costOf({ extensions }: { extensions: Readonly<Record<string, unknown>> }): CallCost {
  const declared = extensions['toolCalls'];
  return declared instanceof DeclaredCost ? declared.cost : noCost;
}

/** The `keyOf` of a lookup by the argument `id`. */
export const idOf = ({ id }: FieldArguments): string | undefined =>
  (typeof id === 'string' || typeof id === 'number') && id !== '' ? String(id) : undefined;

export interface SchemaCosts {
  /** For each type name, how a root field finds an object. Federation references are resolved in the same way. */
  lookups: ReadonlyMap<string, Lookup>;
  perObjectTools: ReadonlySet<string>;
}

const costsBySchema = new WeakMap<GraphQLSchema, SchemaCosts>();

export function schemaCostsOf(schema: GraphQLSchema): SchemaCosts {
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
