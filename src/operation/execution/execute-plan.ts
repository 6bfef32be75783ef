import {
  defaultFieldResolver,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLObjectType,
  locatedError,
} from 'graphql';
import type { FieldArguments } from '../cost/call-cost.ts';
import type { Operation, OperationContext } from '../operation.ts';
import { maxResultObjects, resultTooLarge } from '../operation-limits.ts';
import { isPromise, Latch } from '../promises.ts';
import { type Level, type OperationInfo, Place, type Result, type ResultObject } from './places.ts';
import { isMutation, type PreparedOperation } from './plan.ts';
import type { PlannedField } from './planned-field.ts';
import { type ObjectCollector, ResultValues } from './result-values.ts';
import { runtimeType } from './runtime-type.ts';

type ExecutionRequest = Omit<ExecutionArgs, 'contextValue'> & { contextValue: OperationContext };

/** Executes level by level: each field is resolved for all objects of a level before the fields below it. */
export async function executeOperation(request: ExecutionRequest): Promise<ExecutionResult> {
  const prepared = request.contextValue.operation.prepare(request);
  if (!('plan' in prepared)) return { errors: prepared };
  return new Execution(request, prepared).run();
}

class Execution {
  readonly #info: OperationInfo;
  readonly #context: OperationContext;
  readonly #operation: Operation;
  readonly #values: ResultValues;
  readonly #ended = Promise.withResolvers<void>();
  /** Called when no work is open; in a mutation, starts the next root field. */
  #next: () => void = () => this.#ended.resolve();
  /** Number of fields that are still being resolved. */
  #open = 0;

  constructor({ rootValue, contextValue }: ExecutionRequest, prepared: PreparedOperation) {
    this.#info = { ...prepared, rootValue };
    this.#context = contextValue;
    this.#operation = contextValue.operation;
    this.#values = new ResultValues(this.#operation);
  }

  /** Executes the plan. If the operation is stopped, ends early with an incomplete result. */
  async run(): Promise<ExecutionResult> {
    const { plan, rootValue } = this.#info;
    const { signal, work } = this.#operation;
    let root: Level;
    try {
      root = { selection: plan.root(), objects: [] };
    } catch (error) {
      return { errors: [locatedError(error, undefined)], data: null };
    }
    const result = this.#addObject(root, rootValue);
    if (isMutation(plan)) this.#startSerial(root);
    else this.#resolveFields(root);
    work.run();
    if (this.#open > 0 && !signal.aborted) {
      signal.addEventListener('abort', () => this.#ended.resolve(), { once: true });
      await this.#ended.promise;
    }
    const data = this.#values.propagateNulls() ? result : null;
    const errors = this.#values.failures.map(({ error }) => error);
    return { ...(errors.length > 0 && { errors }), data };
  }

  #addObject({ selection, objects }: Level, source: unknown, place?: Place): Result {
    const result: Result = { ...selection.empty };
    objects.push({ source, result, place, operation: this.#info });
    return result;
  }

  #startSerial(root: Level): void {
    const left = root.selection.fields.values();
    this.#next = () => {
      const { value: field } = left.next();
      // If `data` is already null, the mutation makes no further change.
      if (field && this.#values.propagateNulls()) this.#resolveField(root.objects, field);
      else this.#ended.resolve();
    };
    this.#next();
  }

  #resolveFields({ selection, objects }: Level): void {
    for (const field of selection.fields) this.#resolveField(objects, field);
  }

  /** Resolves a field of all objects of a level, then the fields of the objects that it returned. */
  #resolveField(objects: readonly ResultObject[], field: PlannedField): void {
    this.#open += 1;
    const { resolve = defaultFieldResolver } = field.field;
    const collector = this.#createCollector(field);
    let args: FieldArguments | undefined;
    const resolveOn = (object: ResultObject) => {
      const place = new Place(object, field);
      try {
        args ??= field.argumentsFor(this.#info.variableValues);
        const value: unknown = resolve(object.source, args, this.#context, place);
        place.set(this.#values.complete(place, value, collector));
      } catch (error) {
        this.#values.fail(place, error);
      }
    };
    this.#operation.work.add({
      length: objects.length,
      portion: (from, to) => objects.slice(from, to).forEach(resolveOn),
      end: () => collector.latch.release(),
    });
  }

  /** Creates a collector that counts an object before its result is created, and groups objects by their type. */
  #createCollector(field: PlannedField): ObjectCollector {
    const operation = this.#operation;
    const { cost } = operation;
    const levels = new Map<GraphQLObjectType, Level>();
    const isCounted = !field.type.name.startsWith('__');
    let count = 0;
    const latch = new Latch(() => {
      if (operation.signal.aborted) return;
      for (const level of levels.values()) this.#resolveFields(level);
      this.#open -= 1;
      if (this.#open === 0) this.#next();
      operation.work.run();
    });
    const addTo = (type: GraphQLObjectType, place: Place, source: unknown): Result => {
      const level = levels.get(type) ?? { selection: field.selectionOn(type), objects: [] };
      levels.set(type, level);
      return this.#addObject(level, source, place);
    };
    const add = (place: Place, source: unknown): Result | null => {
      if (isCounted) {
        cost.objects += 1;
        count += 1;
      }
      if (cost.objects > maxResultObjects) {
        // What the field returned is rejected as a whole, and not charged.
        cost.objects -= count;
        operation.stop(resultTooLarge(field.field));
        return null;
      }
      const type = runtimeType(place, source, this.#context);
      if (!isPromise(type)) return addTo(type, place, source);
      const fail = (error: unknown) => void this.#values.fail(place, error);
      const result = type.then((settled) => addTo(settled, place, source));
      latch.wait(result, (settled) => place.set(settled), fail);
      return null;
    };
    return { latch, add };
  }
}
