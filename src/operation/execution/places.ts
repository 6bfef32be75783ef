import type { GraphQLResolveInfo } from 'graphql';
import type { Plan } from './plan.ts';
import type { PlannedField, PlannedSelection } from './planned-field.ts';

export type Result = Record<string, unknown>;

/** Objects of one type, for which the same fields are resolved. */
export interface Level {
  selection: PlannedSelection;
  objects: ResultObject[];
}

export interface ResultObject {
  /** The value that the resolvers of its fields receive. */
  source: unknown;
  /** What the response contains; fields without a value yet are null. */
  result: Result;
  /** The place of the object in the response; undefined for the root object. */
  place: Place | undefined;
  operation: OperationInfo;
}

export interface OperationInfo {
  plan: Plan;
  rootValue: unknown;
  variableValues: Readonly<Record<string, unknown>>;
}

interface ListItem {
  list: Place;
  values: unknown[];
  key: number;
}

/** Where the value of a field, or an item of a list, belongs in the result. Resolvers receive the place as `info`. */
export class Place implements GraphQLResolveInfo {
  // graphql-js 17 has these properties; the installed version 16 does not set them.
  declare readonly getAbortSignal: GraphQLResolveInfo['getAbortSignal'];
  declare readonly getAsyncHelpers: GraphQLResolveInfo['getAsyncHelpers'];
  readonly object: ResultObject;
  readonly field: PlannedField;
  /** The list that contains the value; undefined if the value is not an item of a list. */
  readonly item: ListItem | undefined;
  /** The place that contains this place; undefined for the root fields. */
  readonly around: Place | undefined;
  /** How many lists the value is nested in. */
  readonly depth: number;

  constructor(object: ResultObject, field: PlannedField, item?: ListItem) {
    this.object = object;
    this.field = field;
    this.item = item;
    this.around = item?.list ?? object.place;
    this.depth = item ? item.list.depth + 1 : 0;
  }

  itemAt(key: number, values: unknown[]): Place {
    return new Place(this.object, this.field, { list: this, values, key });
  }

  get isNullable(): boolean {
    return this.field.nullable[this.depth] ?? true;
  }

  set(value: unknown): void {
    if (this.item) this.item.values[this.item.key] = value;
    else this.object.result[this.field.responseName] = value;
  }

  /** Sets this place, or the closest nullable place around it, to null. Returns false if no place is nullable. */
  setNull(): boolean {
    if (!this.isNullable) return this.around?.setNull() ?? false;
    this.set(null);
    return true;
  }

  get path(): GraphQLResolveInfo['path'] {
    const { responseName, parent } = this.field;
    const step = this.item ? { key: this.item.key, typename: undefined } : { key: responseName, typename: parent.name };
    return { prev: this.around?.path, ...step };
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
    return this.object.operation.plan.schema;
  }
  get fragments() {
    return this.object.operation.plan.fragments;
  }
  get operation() {
    return this.object.operation.plan.operation;
  }
  get rootValue() {
    return this.object.operation.rootValue;
  }
  get variableValues() {
    return this.object.operation.variableValues;
  }
}

export function plannedFieldOf(info: GraphQLResolveInfo): PlannedField {
  if (info instanceof Place) return info.field;
  throw new Error(`The field ${info.fieldName} is not part of a plan.`);
}
