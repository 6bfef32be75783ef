/** Coerced arguments of a field. */
export type FieldArguments = Readonly<Record<string, unknown>>;

/** A call that serves all objects of an operation at once. */
export interface BatchedCall {
  tool: string;
  /** The maximum number of such calls in an operation, all of which are reserved; 1 by default. */
  calls?: number;
  /** The call is not made when the selection contains only these fields. */
  unlessOnly?: ReadonlySet<string>;
}

/** How a root field finds one object. */
export interface Lookup {
  /** The key that the arguments name; undefined when they name none. */
  keyOf: (args: FieldArguments) => string | undefined;
  /** Tools that are called for each distinct key. */
  perObject?: readonly string[];
}

/**
 * The tool calls of a field, declared in its `extensions`. For `Signal.lists`, which lists the entries of each signal and
 * then loads all lists at once:
 * `toolCalls({ perObject: ['signals_entries'], batched: [{ tool: 'lists_list', unlessOnly: idOnly }] })`.
 */
export interface CallCost {
  /** Tools that are called once for each distinct object that has the field. */
  perObject?: readonly string[];
  /** Whether the arguments require a tool of `perObject`; all are required by default. */
  isSelected?: (tool: string, args: FieldArguments) => boolean;
  /** Tools that are called at most once for each object: objects may share a call or need none. */
  atMostPerObject?: readonly string[];
  batched?: readonly BatchedCall[];
  /** The tool behind a connection. A full page has as many nodes as `first`. */
  page?: string;
  lookup?: Lookup;
  /** Each parent resolves to a different object, as each edge has its own node. */
  isOneToOne?: true;
  /** How many calls a mutation makes; 1 by default. */
  mutation?: (args: FieldArguments) => number;
}

/** Distinguishes our entry in `extensions` from any other value under the same key. */
class DeclaredCost {
  readonly cost: CallCost;

  constructor(cost: CallCost) {
    this.cost = cost;
  }
}

/** The `extensions` of a field that calls tools, or of an entity type whose references call them. */
export const toolCalls = (cost: CallCost) => ({ toolCalls: new DeclaredCost(cost) });

/** The declared cost of a field or entity type; empty when it declares none. */
export function costOf({ extensions }: { extensions: Readonly<Record<string, unknown>> }): CallCost {
  const declared = extensions['toolCalls'];
  return declared instanceof DeclaredCost ? declared.cost : {};
}

/** The key of an object that the `id` argument identifies. */
export const idOf = ({ id }: FieldArguments): string | undefined =>
  (typeof id === 'string' || typeof id === 'number') && id !== '' ? String(id) : undefined;
