import {
  defaultFieldResolver,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLObjectType,
  locatedError,
  responsePathAsArray,
} from 'graphql';
import type { FieldArguments } from '../cost/call-cost.ts';
import type { OperationContext } from '../operation.ts';
import { maxResultLength, maxResultObjects } from '../operation-limits.ts';
import { isPromise, Latch } from './latch.ts';
import { LevelObjects } from './level-objects.ts';
import { type Level, Place } from './places.ts';
import { isMutation, prepareOperation, type PreparedOperation } from './plan.ts';
import type { PlannedField, PlannedSelection } from './planned-field.ts';
import { resultTooLarge, resultTooLong } from './result-limits.ts';
import { ResultValues } from './result-values.ts';
import { runtimeType } from './runtime-type.ts';

type Request = Omit<ExecutionArgs, 'contextValue'> & { contextValue: OperationContext };

/** Executes level by level: each field is resolved for all objects of a level before the fields below it. */
export async function executeOperation(request: Request): Promise<ExecutionResult> {
  const prepared = prepareOperation(request);
  if (!('plan' in prepared)) return { errors: prepared };
  return new Execution(request, prepared).run();
}

class Execution {
  readonly #info: PreparedOperation & { rootValue: unknown };
  readonly #context: OperationContext;
  readonly #values: ResultValues;
  readonly #ended = Promise.withResolvers<void>();
  /** Starts the next root field of a mutation. */
  #next: () => void = () => this.#ended.resolve();
  /** Pieces of work that have not ended. */
  #open = 0;

  constructor({ rootValue, contextValue }: Request, prepared: PreparedOperation) {
    this.#info = { ...prepared, rootValue };
    this.#context = contextValue;
    this.#values = new ResultValues(contextValue.operation.cost);
  }

  /** Executes the plan. If the operation is stopped, ends early with an incomplete result. */
  async run(): Promise<ExecutionResult> {
    const { plan, rootValue } = this.#info;
    const { signal, work } = this.#context.operation;
    let root: Level;
    try {
      root = this.#level(plan.root());
    } catch (error) {
      return { errors: [locatedError(error, undefined)], data: null };
    }
    root.sources.push(rootValue);
    if (isMutation(plan)) this.#startSerial(root);
    else this.#makeObjects(root);
    work.run();
    if (this.#open > 0 && !signal.aborted) {
      signal.addEventListener('abort', () => this.#ended.resolve(), { once: true });
      await this.#ended.promise;
    }
    const data = this.#values.propagateNulls() ? root.results[0] : null;
    const errors = this.#values.failures.map(({ error }) => error);
    return { ...(errors.length > 0 && { errors }), data: data ?? null };
  }

  #level = (selection: PlannedSelection): Level => ({
    selection,
    sources: [],
    results: [],
    places: [],
    operation: this.#info,
  });

  #startSerial(root: Level): void {
    const { fields } = root.selection;
    root.results.push(Object.fromEntries(fields.map(({ responseName }) => [responseName, null])));
    const left = fields.values();
    this.#next = () => {
      const { value: field } = left.next();
      // If `data` is already null, the mutation makes no further change.
      if (field && this.#values.propagateNulls()) this.#resolveField(root, field);
      else this.#ended.resolve();
    };
    this.#next();
  }

  #close(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#next();
  }

  /** Makes the result objects of a level, then resolves their fields that are not plain properties. */
  #makeObjects(level: Level): void {
    this.#open += 1;
    const { operation } = this.#context;
    const objects = new LevelObjects(level, this.#values, operation.cost);
    operation.work.add({
      length: level.sources.length,
      portion: (from, to) => {
        for (let index = from; index < to; index += 1) {
          const result = objects.make(index);
          level.results.push(result);
          level.places[index]?.set(result);
        }
        this.#checkLength(level.places[to - 1]);
      },
      end: () => {
        for (const field of level.selection.resolved) this.#resolveField(level, field);
        for (const [field, indexes] of objects.deferred) this.#resolveField(level, field, indexes);
        this.#close();
      },
    });
  }

  #checkLength(place: Place | undefined): void {
    const { operation } = this.#context;
    if (operation.cost.characters <= maxResultLength) return;
    operation.stop(resultTooLong(place && responsePathAsArray(place.path)));
  }

  /** Resolves a field of all objects of a level, or of some, then makes the objects that it returned. */
  #resolveField(level: Level, field: PlannedField, indexes?: readonly number[]): void {
    this.#open += 1;
    const { resolve = defaultFieldResolver } = field.field;
    const { work, signal } = this.#context.operation;
    const args = this.#argumentsOf(field);
    const found = this.#collectObjects(field);
    const { latch } = found;
    const set = (place: Place, value: unknown) => {
      if (signal.aborted) return;
      place.set(this.#values.complete(place, value, found));
      this.#checkLength(place);
    };
    const resolveItem = (item: number) => {
      const place = new Place(level, indexes?.[item] ?? item, field);
      try {
        if ('error' in args) throw args.error;
        const value: unknown = resolve(place.source, args.values, this.#context, place);
        if (isPromise(value)) latch.wait(value, (settled) => set(place, settled), this.#failAt(place));
        else set(place, value);
      } catch (error) {
        this.#values.fail(place, error);
      }
    };
    work.add({
      length: indexes?.length ?? level.sources.length,
      portion: (from, to) => {
        for (let item = from; item < to; item += 1) resolveItem(item);
      },
      end: () => latch.release(),
    });
  }

  #argumentsOf(field: PlannedField): { values: FieldArguments } | { error: unknown } {
    try {
      return { values: field.argumentsFor(this.#info.variableValues) };
    } catch (error) {
      return { error };
    }
  }

  #failAt = (place: Place) => (error: unknown) => void this.#values.fail(place, error);

  /** Collects the objects that a field returns, by type. They are counted before their result objects are made. */
  #collectObjects(field: PlannedField) {
    const { operation } = this.#context;
    const { cost, work } = operation;
    const levels = new Map<GraphQLObjectType, Level>();
    const isCounted = !field.type.name.startsWith('__');
    let count = 0;
    const isTooLarge = () => cost.objects + count > maxResultObjects;
    const latch = new Latch(() => {
      if (isTooLarge()) operation.stop(resultTooLarge(field.field));
      if (operation.signal.aborted) return;
      cost.objects += count;
      for (const level of levels.values()) this.#makeObjects(level);
      this.#close();
      work.run();
    });
    const addTo = (type: GraphQLObjectType, place: Place, source: unknown) => {
      try {
        const level = levels.get(type) ?? this.#level(field.selectionOn(type));
        levels.set(type, level);
        level.sources.push(source);
        level.places.push(place);
      } catch (error) {
        this.#values.fail(place, error);
      }
    };
    const add = (place: Place, source: unknown) => {
      if (isCounted) count += 1;
      if (isTooLarge()) return operation.stop(resultTooLarge(field.field));
      try {
        const type = runtimeType(place, source, this.#context);
        if (isPromise(type)) latch.wait(type, (settled) => addTo(settled, place, source), this.#failAt(place));
        else addTo(type, place, source);
      } catch (error) {
        this.#values.fail(place, error);
      }
    };
    return { latch, add };
  }
}
