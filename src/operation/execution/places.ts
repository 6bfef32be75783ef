import type { GraphQLResolveInfo } from 'graphql';
import type { Plan } from './plan.ts';
import type { PlannedField, PlannedSelection } from './planned-field.ts';

export type Result = Record<string, unknown>;

/** All objects of one type that a field returned. The three lists have one entry for each object, in the same order. */
export interface Level {
  selection: PlannedSelection;
  sources: unknown[];
  /** The objects of the result that have been made for `sources` so far. */
  results: Result[];
  /** The places of the objects in the result; empty for the root object. */
  places: Place[];
  operation: OperationInfo;
}

interface OperationInfo {
  plan: Plan;
  rootValue: unknown;
  variableValues: Readonly<Record<string, unknown>>;
}

/** The value of a field of one object, or an item of its list. Resolvers receive it as `info`. */
export class Place implements GraphQLResolveInfo {
  // graphql-js 17 has these properties; version 16, which is installed, sets neither.
  declare readonly getAbortSignal: GraphQLResolveInfo['getAbortSignal'];
  declare readonly getAsyncHelpers: GraphQLResolveInfo['getAsyncHelpers'];
  readonly level: Level;
  readonly index: number;
  readonly field: PlannedField;
  /** For an item: the place of its list, and its index in that list. */
  readonly item: { list: Place; key: number } | undefined;
  /** How many lists the value is nested in. */
  readonly depth: number;

  constructor(level: Level, index: number, field: PlannedField, item?: { list: Place; key: number }) {
    this.level = level;
    this.index = index;
    this.field = field;
    this.item = item;
    this.depth = item ? item.list.depth + 1 : 0;
  }

  itemAt(key: number): Place {
    return new Place(this.level, this.index, this.field, { list: this, key });
  }

  get source(): unknown {
    return this.level.sources[this.index];
  }

  get isNullable(): boolean {
    return this.field.nullable[this.depth] ?? true;
  }

  #read(): unknown {
    if (!this.item) return this.level.results[this.index]?.[this.field.responseName];
    const list = this.item.list.#read();
    return Array.isArray(list) ? list[this.item.key] : undefined;
  }

  /** Does nothing in a list that has become null. */
  set(value: unknown): void {
    if (this.item) {
      const list = this.item.list.#read();
      if (Array.isArray(list)) list[this.item.key] = value;
      return;
    }
    const result = this.level.results[this.index];
    if (result) result[this.field.responseName] = value;
  }

  /** Sets this place, or the closest nullable place around it, to null. Returns false if none is nullable. */
  setNull(): boolean {
    if (!this.isNullable) return this.#around?.setNull() ?? false;
    this.set(null);
    return true;
  }

  get #around(): Place | undefined {
    return this.item ? this.item.list : this.level.places[this.index];
  }

  get path(): GraphQLResolveInfo['path'] {
    const { responseName, parent } = this.field;
    const step = this.item ? { key: this.item.key, typename: undefined } : { key: responseName, typename: parent.name };
    return { prev: this.#around?.path, ...step };
  }
  get fieldName() {
    return this.field.field.name;
  }
  get fieldNodes() {
    return this.field.nodes;
  }
  get returnType() {
    return this.field.field.type;
  }
  get parentType() {
    return this.field.parent;
  }
  get schema() {
    return this.level.operation.plan.schema;
  }
  get fragments() {
    return this.level.operation.plan.fragments;
  }
  get operation() {
    return this.level.operation.plan.operation;
  }
  get rootValue() {
    return this.level.operation.rootValue;
  }
  get variableValues() {
    return this.level.operation.variableValues;
  }
}
