import { z } from 'zod';
import { dateBoundsRule, isWithinDateBounds } from './rules/date-bounds.ts';

type CamelKey<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelKey<Tail>>}`
  : Key;

type Present<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

type CamelRecord<Shape> = { [Key in keyof Shape & string as CamelKey<Key>]-?: Present<Shape[Key]> };

export const camelKey = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Keys are snake_case on the wire, camelCase after parsing. Unknown keys are dropped, absent ones become null. */
export function wireObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const toRecord = recordConverter(Object.keys(shape).map((key) => [key, camelKey(key)]));
  return z.object(shape).transform((payload) => camelRecord(payload, toRecord));
}

type KeyNames = (readonly [key: string, name: string])[];

type RecordConverter = (payload: Record<string, unknown>) => Record<string, unknown>;

// An overload, because TypeScript cannot infer the types of computed keys.
function camelRecord<Payload extends object>(payload: Payload, toRecord: RecordConverter): CamelRecord<Payload>;
function camelRecord(payload: Record<string, unknown>, toRecord: RecordConverter): Record<string, unknown> {
  return toRecord(payload);
}

/** Generated code takes half the time of a loop, which is used where Node.js forbids code generation. */
function recordConverter(names: KeyNames): RecordConverter {
  const fields = names.map(([key, name]) => `${JSON.stringify(name)}: payload[${JSON.stringify(key)}] ?? null`);
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- the names come from our own schemas.
    const convert = new Function('payload', `return { ${fields.join(', ')} };`);
    return (payload) => convert(payload);
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    return (payload) => Object.fromEntries(names.map(([key, name]) => [name, payload[key] ?? null]));
  }
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

const sentForms = new WeakMap<object, (parsed: JsonSchema) => JsonSchema>();

/** For a schema that accepts more than platforms should send. @param form returns the JSON Schema of what they should */
export function sentAs<Schema extends z.ZodType>(schema: Schema, form: (parsed: JsonSchema) => JsonSchema): Schema {
  sentForms.set(schema, form);
  return schema;
}

export const firstOption = ({ anyOf: [first] = [] }: JsonSchema): JsonSchema => first ?? {};

export const lastOption = ({ anyOf }: JsonSchema): JsonSchema => anyOf?.at(-1) ?? {};

export const sentFormOf = (schema: object) => sentForms.get(schema);

/** Schema of an optional field; a missing or unreadable value becomes null. */
export const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null);

/** Schema of a list. A missing list becomes empty; a list with an unreadable item is rejected. */
export const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  sentAs(
    z
      .array(schema)
      .nullish()
      .transform((items) => items ?? []),
    firstOption,
  );

const utcDateTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

const instantText = (text: string) => (utcDateTime.test(text) ? `${text.replace(' ', 'T')}Z` : text);

/** Schema of a point in time: ISO 8601, `YYYY-MM-DD HH:MM:SS` in UTC, or epoch milliseconds. */
export const instant = sentAs(
  z
    .union([z.string(), z.number()])
    .transform((value) => new Date(typeof value === 'string' ? instantText(value) : value))
    .refine((date) => !Number.isNaN(date.getTime()), { error: 'is not a point in time', abort: true })
    .refine(isWithinDateBounds, dateBoundsRule),
  () => ({ type: 'string', format: 'date-time' }),
);

/** An `instant` that platforms should send as epoch milliseconds. */
export const epochInstant = sentAs(instant.clone(), () => ({ type: 'integer', minimum: 0 }));
