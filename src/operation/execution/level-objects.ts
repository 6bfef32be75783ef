import { isSpecifiedScalarType } from 'graphql';
import { longTextCost, type OperationCost } from '../cost/operation-cost.ts';
import { isPromise } from './latch.ts';
import { type Level, Place, type Result } from './places.ts';
import type { PlannedField, PlannedSelection } from './planned-field.ts';
import type { ResultValues } from './result-values.ts';

/** What the values of plain fields need from the execution. */
interface ValueSink {
  text(value: string): string;
  /** Completes a value of any other type. */
  value(field: PlannedField, value: unknown, index: number): unknown;
}

type Make = (source: object, index: number, sink: ValueSink) => Result;

/** Code is generated for a selection after this many objects: for a document that is sent once, it would not pay. */
const objectsBeforeGeneration = 100;

/** Makes the result objects of a selection. Fields that have to be resolved are null at first. */
class ObjectMaker {
  readonly plain: readonly PlannedField[];
  /** The fields that have to be resolved. */
  readonly resolved: readonly PlannedField[];
  readonly #fields: readonly PlannedField[];
  #objects = 0;
  #make: Make;

  constructor({ fields }: PlannedSelection) {
    this.#fields = fields;
    this.plain = fields.filter((field) => isPlain(field));
    this.resolved = fields.filter((field) => !isPlain(field) && !isTypeName(field));
    this.#make = loopingMaker(fields);
  }

  /** @param count the number of objects that the returned function will make */
  makeFor(count: number): Make {
    if (this.#objects <= objectsBeforeGeneration && this.#objects + count > objectsBeforeGeneration) {
      this.#make = generatedMaker(this.#fields) ?? this.#make;
    }
    this.#objects += count;
    return this.#make;
  }
}

const makers = new WeakMap<PlannedSelection, ObjectMaker>();

export function objectMakerOf(selection: PlannedSelection): ObjectMaker {
  const maker = makers.get(selection) ?? new ObjectMaker(selection);
  makers.set(selection, maker);
  return maker;
}

const isTypeName = ({ field }: PlannedField) => field.name === '__typename';

/** A property of the source that is neither an object nor a list. */
const isPlain = ({ field, isLeaf, listDepth }: PlannedField) =>
  field.resolve === undefined && listDepth === 0 && isLeaf;

const loopingMaker =
  (fields: readonly PlannedField[]): Make =>
  (source, index, sink) => {
    const values = fields.map((field) => {
      const value = isTypeName(field)
        ? field.parent.name
        : isPlain(field)
          ? sink.value(field, Reflect.get(source, field.field.name), index)
          : null;
      return [field.responseName, value] as const;
    });
    return Object.fromEntries(values);
  };

/** Names are always written as JSON, so a document cannot inject code. */
function generatedMaker(fields: readonly PlannedField[]): Make | undefined {
  const properties = fields.map((field, number) => {
    const name = JSON.stringify(field.responseName);
    // Without brackets, the name would set the prototype.
    return `${field.responseName === '__proto__' ? `[${name}]` : name}: ${valueText(field, number)}`;
  });
  const body = `return (source, index, sink) => { let v; return { ${properties.join(', ')} }; };`;
  try {
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- The text contains names only as JSON.
    const make: unknown = new Function('fields', body)(fields);
    return isMake(make) ? make : undefined;
  } catch {
    // Node.js forbids `new Function` with `--disallow-code-generation-from-strings`.
    return undefined;
  }
}

const isMake = (value: unknown): value is Make => typeof value === 'function';

function valueText(field: PlannedField, number: number): string {
  if (isTypeName(field)) return JSON.stringify(field.parent.name);
  if (!isPlain(field)) return 'null';
  const quick = isSpecifiedScalarType(field.type) ? quickTests.get(field.type.name) : undefined;
  const nullable = field.nullable[0] ? 'v == null ? null : ' : '';
  const other = `${nullable}sink.value(fields[${number}], v, index)`;
  const read = `v = source[${JSON.stringify(field.field.name)}]`;
  return quick ? `(${read}, ${quick.test} ? ${quick.value} : ${other})` : `(${read}, ${other})`;
}

/** Values that need no conversion, by scalar. */
const quickTests = new Map([
  ['String', { test: 'typeof v === "string"', value: 'sink.text(v)' }],
  ['ID', { test: 'typeof v === "string"', value: 'sink.text(v)' }],
  ['Int', { test: 'typeof v === "number" && (v | 0) === v', value: 'v' }],
  ['Float', { test: 'Number.isFinite(v)', value: 'v' }],
  ['Boolean', { test: 'typeof v === "boolean"', value: 'v' }],
]);

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
    this.maker = objectMakerOf(level.selection);
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
