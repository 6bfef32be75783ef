import { z } from 'zod';
import { declareDecoder, type Decoder, decoderOf, undecodable } from './payload-decoder.ts';
import { dateBoundsRule, isWithinDateBounds } from './rules/date-bounds.ts';

type CamelKey<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelKey<Tail>>}`
  : Key;

type Present<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

type CamelRecord<Shape> = { [Key in keyof Shape & string as CamelKey<Key>]-?: Present<Shape[Key]> };

export const camelKey = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** An object whose keys are snake_case on the wire. Unknown keys are dropped; absent keys become null. */
export function wireObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape).map((key) => [key, camelKey(key)] as const);
  const schema = z.object(shape).transform((payload) => camelRecord(payload, names));
  // A decoder is a faster way to parse valid payloads; what it finds undecodable is parsed by the schema.
  declareDecoder(schema, () => {
    const decoders = names.map(([key]) => decoderOf(shape[key]));
    return recordDecoder(names, decoders);
  });
  return schema;
}

type KeyNames = readonly (readonly [key: string, name: string])[];

// An overload, because TypeScript cannot infer the types of computed keys.
function camelRecord<Payload extends object>(payload: Payload, names: KeyNames): CamelRecord<Payload>;
function camelRecord(payload: Record<string, unknown>, names: KeyNames): Record<string, unknown> {
  return Object.fromEntries(names.map(([key, name]) => [name, payload[key] ?? null]));
}

/** Generates a decoder, which takes half the time of a loop over the keys. Loops where code generation is forbidden. */
function recordDecoder(names: KeyNames, decoders: readonly Decoder[]): Decoder {
  const reads = names.map(([key], index) => {
    const value = `value${index}`;
    return `const ${value} = decoders[${index}](payload[${JSON.stringify(key)}]); if (${value} === undecodable) return undecodable;`;
  });
  const fields = names.map(([, name], index) => `${JSON.stringify(name)}: value${index} ?? null`);
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- the names come from our own schemas.
    const decode = new Function(
      'decoders',
      'undecodable',
      'payload',
      `${reads.join('')} return { ${fields.join(', ')} };`,
    );
    return (payload) => (isObject(payload) ? decode(decoders, undecodable, payload) : undecodable);
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    return (payload) => {
      if (!isObject(payload)) return undecodable;
      const values = names.map(([key], index) => decoders[index]?.(payload[key]));
      if (values.includes(undecodable)) return undecodable;
      return Object.fromEntries(names.map(([, name], index) => [name, values[index] ?? null]));
    };
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type JsonSchema = z.core.JSONSchema.BaseSchema;

const sentForms = new WeakMap<object, (parsed: JsonSchema) => JsonSchema>();

/** Marks a schema that accepts more than platforms should send. @param form returns the JSON Schema of what to send */
export function sentAs<Schema extends z.ZodType>(schema: Schema, form: (parsed: JsonSchema) => JsonSchema): Schema {
  sentForms.set(schema, form);
  return schema;
}

export const firstOption = ({ anyOf: [first] = [] }: JsonSchema): JsonSchema => first ?? {};

export const lastOption = ({ anyOf }: JsonSchema): JsonSchema => anyOf?.at(-1) ?? {};

export const sentFormOf = (schema: object) => sentForms.get(schema);

/** Schema of an optional field; a missing or unreadable value becomes null. */
export function lenient<Schema extends z.ZodType>(schema: Schema) {
  const nullable = schema.nullish();
  const parsed = nullable.catch(null);
  declareDecoder(parsed, () => decoderOf(nullable));
  return parsed;
}

/** Schema of a list. A missing list becomes empty; a list with an unreadable item is rejected. */
export function listOf<Schema extends z.ZodType>(schema: Schema) {
  const list = z.array(schema);
  const parsed = list.nullish().transform((items) => items ?? []);
  declareDecoder(parsed, () => {
    const decode = decoderOf(list);
    return (value) => (value == null ? [] : decode(value));
  });
  return sentAs(parsed, firstOption);
}

export const utcTextPattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

const instantText = (text: string) =>
  text[10] === ' ' && utcTextPattern.test(text) ? `${text.replace(' ', 'T')}Z` : text;

const toDate = (value: string | number) => new Date(typeof value === 'string' ? instantText(value) : value);

function createInstant(sentForm: JsonSchema) {
  const parsed = z
    .union([z.string(), z.number()])
    .transform(toDate)
    .refine((date) => !Number.isNaN(date.getTime()), { error: 'is not a point in time', abort: true })
    .refine(isWithinDateBounds, dateBoundsRule);
  declareDecoder(parsed, () => (value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return undecodable;
    const date = toDate(value);
    return isWithinDateBounds(date) ? date : undecodable;
  });
  return sentAs(parsed, () => sentForm);
}

/** Schema of a point in time: ISO 8601, `YYYY-MM-DD HH:MM:SS` in UTC, or epoch milliseconds. */
export const instant = createInstant({ type: 'string', format: 'date-time' });

/** An `instant` that platforms should send as epoch milliseconds. */
export const epochInstant = createInstant({ type: 'integer', minimum: 0 });
