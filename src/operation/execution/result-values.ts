import { GraphQLError, type GraphQLLeafType, locatedError, responsePathAsArray } from 'graphql';
import { inspect } from 'graphql/jsutils/inspect.js';
import { isIterableObject } from 'graphql/jsutils/isIterableObject.js';
import { longTextCost, textLength } from '../cost/operation-cost.ts';
import type { Operation } from '../operation.ts';
import type { Place, Result } from './places.ts';
import type { PlannedField } from './planned-field.ts';
import { maxResultLength, resultTooLong } from '../operation-limits.ts';
import { isPromise, type Latch } from '../promises.ts';

export interface ObjectCollector {
  /** Waits for values that are promises. */
  latch: Latch;
  /** Creates the result of an object; null if the object's type is not known yet. @throws if its type is invalid */
  add: (place: Place, source: unknown) => Result | null;
}

/** Completes values, counts the length of texts, and remembers which values failed. */
export class ResultValues {
  readonly failures: { place: Place; error: GraphQLError }[] = [];
  readonly #operation: Operation;

  constructor(operation: Operation) {
    this.#operation = operation;
  }

  /** Returns what the result contains at the place: null if the value failed, or as long as the value is not known. */
  complete(place: Place, value: unknown, collector: ObjectCollector): unknown {
    // Wait even after the operation has ended: a rejection without a handler would end the process.
    if (isPromise(value)) {
      const set = (settled: unknown) => place.set(this.complete(place, settled, collector));
      collector.latch.wait(value, set, (error) => void this.fail(place, error));
      return null;
    }
    try {
      return this.#complete(place, value, collector);
    } catch (error) {
      return this.fail(place, error);
    }
  }

  #complete(place: Place, value: unknown, collector: ObjectCollector): unknown {
    const { field, depth } = place;
    if (value instanceof Error) throw value;
    if (value === null || value === undefined) {
      if (place.isNullable) return null;
      throw new Error(`Cannot return null for non-nullable field ${nameOf(field)}.`);
    }
    if (depth < field.listDepth) return this.#completeList(place, value, collector);
    if (this.#operation.signal.aborted) return null;
    return field.leafType ? this.#completeLeaf(place, value, field.leafType) : collector.add(place, value);
  }

  #completeList(place: Place, values: unknown, collector: ObjectCollector): unknown[] {
    if (!isIterableObject(values))
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${nameOf(place.field)}".`);
    const list: unknown[] = [];
    for (const value of values) list.push(this.complete(place.itemAt(list.length, list), value, collector));
    return list;
  }

  #completeLeaf(place: Place, value: unknown, type: GraphQLLeafType): unknown {
    if (place.field.isText) this.#countText(place, value);
    const serialized: unknown = type.serialize(value);
    if (serialized !== null && serialized !== undefined) return serialized;
    const call = `${inspect(type)}.serialize(${inspect(value)})`;
    throw new Error(`Expected \`${call}\` to return non-nullable value, returned: ${inspect(serialized)}`);
  }

  #countText(place: Place, value: unknown): void {
    const { cost, stop } = this.#operation;
    const length = typeof value === 'string' ? value.length : textLength(value, maxResultLength);
    cost.characters += length;
    if (typeof value === 'string' && place.depth === 0) cost.longTexts += longTextCost(length);
    if (cost.characters > maxResultLength) stop(resultTooLong(responsePathAsArray(place.path)));
  }

  fail(place: Place, error: unknown): null {
    this.failures.push({ place, error: locatedError(error, place.fieldNodes, responsePathAsArray(place.path)) });
    return null;
  }

  /** Sets the closest nullable place around each failed value to null. Returns false if `data` becomes null. */
  propagateNulls(): boolean {
    // `map` comes first, because `every` would stop at the first failure without a nullable place.
    return this.failures.map(({ place }) => place.setNull()).every(Boolean);
  }
}

const nameOf = ({ parent, field }: PlannedField) => `${parent.name}.${field.name}`;
