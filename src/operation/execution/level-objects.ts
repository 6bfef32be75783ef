import { longTextCost, type OperationCost } from '../cost/operation-cost.ts';
import { isPromise } from './latch.ts';
import { type Level, Place, type Result } from './places.ts';
import type { PlannedField } from './planned-field.ts';
import type { ResultValues } from './result-values.ts';

/** Makes the result objects of a level with the values of plain fields, and counts their texts. Other fields are null at first. */
export class LevelObjects {
  /** The indexes of objects whose plain field has to be resolved after all: it is a function or promise, or it fails. */
  readonly deferred = new Map<PlannedField, number[]>();
  readonly #level: Level;
  readonly #values: ResultValues;
  readonly #cost: OperationCost;

  constructor(level: Level, values: ResultValues, cost: OperationCost) {
    this.#level = level;
    this.#values = values;
    this.#cost = cost;
  }

  make(index: number): Result {
    const source = this.#level.sources[index];
    const result: Result = {};
    for (const field of this.#level.selection.fields) {
      const value = field.isPlain ? this.#plainValue(field, source, index) : (field.typeName ?? null);
      if (field.responseName === '__proto__') setOwn(result, field.responseName, value);
      else result[field.responseName] = value;
    }
    return result;
  }

  #plainValue(field: PlannedField, source: unknown, index: number): unknown {
    let value: unknown;
    try {
      value = typeof source === 'object' && source !== null ? Reflect.get(source, field.field.name) : undefined;
    } catch {
      // The error is reported when the field is resolved.
      return this.#defer(field, index);
    }
    if (field.isSerialized(value)) {
      if (typeof value === 'string') {
        this.#cost.characters += value.length;
        this.#cost.longTexts += longTextCost(value.length);
      }
      return value;
    }
    if (value == null && field.nullable[0]) return null;
    if (typeof value === 'function' || isPromise(value)) return this.#defer(field, index);
    return this.#values.complete(new Place(this.#level, index, field), value);
  }

  #defer(field: PlannedField, index: number): null {
    const indexes = this.deferred.get(field) ?? [];
    this.deferred.set(field, indexes);
    indexes.push(index);
    return null;
  }
}

/** Assigning `__proto__` would set the prototype. */
const setOwn = (result: Result, name: string, value: unknown) =>
  Object.defineProperty(result, name, { value, writable: true, enumerable: true, configurable: true });
