import { GraphQLError, isLeafType, locatedError, responsePathAsArray } from 'graphql';
import { inspect } from 'graphql/jsutils/inspect.js';
import { longTextCost, type OperationCost, textLength } from '../cost/operation-cost.ts';
import type { Place, Result } from './places.ts';
import { maxResultLength } from '../operation-limits.ts';
import { isPromise, type Latch } from '../promises.ts';

interface Found {
  /** Waits for list items that are promises. */
  latch: Latch;
  /** Creates the result of an object; null if the object's type is not known yet or invalid. */
  add: (place: Place, source: unknown) => Result | null;
}

/** Completes values, counts the length of texts, and remembers which values failed. */
export class ResultValues {
  readonly failures: { place: Place; error: GraphQLError }[] = [];
  readonly #cost: OperationCost;

  constructor(cost: OperationCost) {
    this.#cost = cost;
  }

  /** Returns null for a failed value, and for an object whose type is not known yet. */
  complete(place: Place, value: unknown, found: Found): unknown {
    const { field, depth } = place;
    if (value instanceof Error) return this.fail(place, value);
    if (value === null || value === undefined) {
      if (place.isNullable) return null;
      const name = `${field.parent.name}.${field.field.name}`;
      return this.fail(place, new Error(`Cannot return null for non-nullable field ${name}.`));
    }
    if (depth < field.listDepth) return this.#completeList(place, value, found);
    if (field.isLeaf) return this.#completeLeaf(place, value);
    return found.add(place, value);
  }

  #completeList(place: Place, value: unknown, found: Found): unknown {
    try {
      if (!isIterable(value)) {
        const name = `${place.parentType.name}.${place.fieldName}`;
        throw new GraphQLError(`Expected Iterable, but did not find one for field "${name}".`);
      }
      const list: unknown[] = [];
      for (const item of value) {
        const itemPlace = place.itemAt(list.length);
        if (!isPromise(item)) list.push(this.complete(itemPlace, item, found));
        else {
          list.push(null);
          const fail = (error: unknown) => void this.fail(itemPlace, error);
          found.latch.wait(item, (settled) => itemPlace.set(this.complete(itemPlace, settled, found)), fail);
        }
      }
      return list;
    } catch (error) {
      return this.fail(place, error);
    }
  }

  #completeLeaf(place: Place, value: unknown): unknown {
    const { type, isText } = place.field;
    if (!isLeafType(type)) return null;
    if (isText) {
      const length = typeof value === 'string' ? value.length : textLength(value, maxResultLength);
      this.#cost.characters += length;
      if (typeof value === 'string' && place.depth === 0) this.#cost.longTexts += longTextCost(length);
    }
    try {
      const serialized: unknown = type.serialize(value);
      if (serialized !== null && serialized !== undefined) return serialized;
      const call = `${inspect(type)}.serialize(${inspect(value)})`;
      throw new Error(`Expected \`${call}\` to return non-nullable value, returned: ${inspect(serialized)}`);
    } catch (error) {
      return this.fail(place, error);
    }
  }

  fail(place: Place, error: unknown): null {
    this.failures.push({ place, error: locatedError(error, place.fieldNodes, responsePathAsArray(place.path)) });
    return null;
  }

  /** Sets the closest nullable place around each failed value to null. Returns false if `data` becomes null. */
  propagateNulls(): boolean {
    return this.failures.map(({ place }) => place.setNull()).every(Boolean);
  }
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Symbol.iterator in value &&
  typeof value[Symbol.iterator] === 'function';
