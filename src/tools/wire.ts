import { z } from 'zod';
import { dateBoundsRule, isWithinDateBounds } from './date-bounds.ts';

type CamelKey<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelKey<Tail>>}`
  : Key;

type Present<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

type CamelRecord<Shape> = { [Key in keyof Shape & string as CamelKey<Key>]-?: Present<Shape[Key]> };

/** A wire name in ours. */
export const camelKey = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/**
 * An object of a payload: snake_case on the wire, camelCase once read. Unknown keys are dropped and an absent optional
 * key becomes null, so that whoever reads the record never meets `undefined`.
 */
export function wireObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape).map((key) => [key, camelKey(key)] as const);
  return z.object(shape).transform((payload) => camelRecord(payload, names));
}

type KeyNames = (readonly [key: string, name: string])[];

// Two signatures: TypeScript cannot follow computed keys, so the type is promised above and the work done below.
function camelRecord<Payload extends object>(payload: Payload, names: KeyNames): CamelRecord<Payload>;
function camelRecord(payload: Record<string, unknown>, names: KeyNames): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [key, name] of names) record[name] = payload[key] ?? null;
  return record;
}

/** An optional field read leniently: missing, null or unreadable is null. */
export const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null);

/** A list that may be missing; what is there must be readable. */
export const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema)
    .nullish()
    .transform((items) => items ?? []);

const utcDateTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

const instantText = (text: string) => (utcDateTime.test(text) ? `${text.replace(' ', 'T')}Z` : text);

/** A point in time: ISO 8601, `YYYY-MM-DD HH:MM:SS` in UTC, or epoch milliseconds. */
export const instant = z
  .union([z.string(), z.number()])
  .transform((value) => new Date(typeof value === 'string' ? instantText(value) : value))
  .refine((date) => !Number.isNaN(date.getTime()), { error: 'is not a point in time', abort: true })
  .refine(isWithinDateBounds, dateBoundsRule);
