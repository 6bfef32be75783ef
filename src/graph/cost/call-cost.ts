/** Coerced arguments of a field. */
export type FieldArguments = Readonly<Record<string, unknown>>;

/** A call that answers for all objects of an operation together. */
export interface SharedCall {
  tool: string;
  /** How many such calls an operation may need, to keep room for them; 1 when omitted. */
  calls?: number;
  /** Called only when the selection needs more than these fields. */
  beyond?: ReadonlySet<string>;
}

/** The tool calls of a field, stated where the field is defined. */
export interface CallCost {
  /** Tools that are called once for each distinct object that the field is selected on. */
  each?: readonly string[];
  /** Which tools of `each` the arguments ask for; all when omitted. */
  isAsked?: (tool: string, args: FieldArguments) => boolean;
  /** Tools that are called for each object at most: several may share a call, or need none. */
  upTo?: readonly string[];
  /** Tools that are called for all objects together. */
  shared?: readonly SharedCall[];
  /** The tool behind a connection. It has as many nodes as `first` says. */
  page?: string;
  /** Of a root field that finds one object: its key, or nothing where the arguments name none, and the tool that gets it. */
  find?: { keyOf: (args: FieldArguments) => string | undefined; each?: readonly string[] };
  /** Every object of a page leads to a distinct one. */
  isOneToOne?: true;
  /** How many calls a mutation makes; 1 when omitted. */
  mutation?: (args: FieldArguments) => number;
}

/** Its class tells a cost from whatever else `extensions` may hold. */
class StatedCost {
  readonly cost: CallCost;

  constructor(cost: CallCost) {
    this.cost = cost;
  }
}

/** The `extensions` of a field that calls tools; those of an entity type say what its references call. */
export const toolCalls = (cost: CallCost) => ({ toolCalls: new StatedCost(cost) });

/** What a field costs, or a reference to an entity of a type; nothing for most. */
export function costOf({ extensions }: { extensions: Readonly<Record<string, unknown>> }): CallCost {
  const stated = extensions['toolCalls'];
  return stated instanceof StatedCost ? stated.cost : {};
}

/** The key of an object that its id alone tells. */
export const idOf = ({ id }: FieldArguments): string | undefined =>
  (typeof id === 'string' || typeof id === 'number') && id !== '' ? String(id) : undefined;
