import { longTextCost, type OperationCost } from '../cost/operation-cost.ts';
import { isPromise } from './latch.ts';
import { type Level, Place, type Result } from './places.ts';
import { makerOf, type ValueSink } from './plain-fields.ts';
import type { PlannedField } from './planned-field.ts';
import type { ResultValues } from './result-values.ts';

/** Makes the objects of a level, and counts their texts. */
export class LevelObjects implements ValueSink {
  /** The indexes of objects whose plain field has to be resolved after all: it is a function or promise, or it fails. */
  readonly deferred = new Map<PlannedField, number[]>();
  readonly maker;
  readonly #make;
  readonly #level: Level;
  readonly #values: ResultValues;
  readonly #cost: OperationCost;

  constructor(level: Level, values: ResultValues, cost: OperationCost) {
    this.#level = level;
    this.#values = values;
    this.#cost = cost;
    this.maker = makerOf(level.selection);
    this.#make = this.maker.makeFor(level.sources.length);
  }

  make(index: number): Result {
    const source = this.#level.sources[index];
    const { failures } = this.#values;
    const { length } = failures;
    try {
      if (typeof source === 'object' && source !== null) return this.#make(source, index, this);
    } catch {
      // A property threw an error, which is reported when its field is resolved.
      failures.length = length;
    }
    for (const field of this.maker.plain) this.#defer(field, index);
    return this.#make({}, index, noValues);
  }

  text(value: string): string {
    this.#cost.characters += value.length;
    this.#cost.longTexts += longTextCost(value.length);
    return value;
  }

  value(field: PlannedField, value: unknown, index: number): unknown {
    if (typeof value === 'function' || isPromise(value)) return this.#defer(field, index);
    return this.#values.complete(new Place(this.#level, index, field), value);
  }

  #defer(field: PlannedField, index: number): null {
    const indexes = this.deferred.get(field) ?? [];
    this.deferred.set(field, indexes);
    if (indexes.at(-1) !== index) indexes.push(index);
    return null;
  }
}

const noValues: ValueSink = { text: (value) => value, value: () => null };
