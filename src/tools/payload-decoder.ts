import { z } from 'zod';
import { compiledSchema } from './rules/input-issues.ts';

/** Returned for a value that a decoder cannot decode. Only zod can then say whether the value is valid. */
export const undecodable = Symbol('undecodable');

/** Returns the value as its schema parses it, or `undecodable`. */
export type Decoder = (value: unknown) => unknown;

const declared = new WeakMap<z.ZodType, () => Decoder>();
const created = new WeakMap<z.ZodType, Decoder>();

/** Declares a decoder for a schema that `decoderOf` would decode with zod, such as a schema with a transformation. */
export function declareDecoder(schema: z.ZodType, create: () => Decoder): void {
  declared.set(schema, create);
}

/** Creates a decoder of records that also accepts a text, which becomes the field `key` of a record. */
export function recordOrTextDecoder({ key, record }: { key: string; record: z.ZodType }): Decoder {
  const decode = decoderOf(record);
  return (value) => decode(typeof value === 'string' ? { [key]: value } : value);
}

/** Returns the decoder of a schema, made at first use. Decoding takes a quarter of the time of zod. */
export function decoderOf(schema: z.ZodType): Decoder {
  const known = created.get(schema);
  if (known) return known;
  const decoder = declared.get(schema)?.() ?? derivedDecoder(schema);
  created.set(schema, decoder);
  return decoder;
}

function derivedDecoder(schema: z.ZodType): Decoder {
  if (schema instanceof z.ZodOptional) return decoderAllowing(undefined, schema.unwrap());
  if (schema instanceof z.ZodNullable) return decoderAllowing(null, schema.unwrap());
  if (schema instanceof z.ZodBoolean) return (value) => (typeof value === 'boolean' ? value : undecodable);
  if (schema instanceof z.ZodEnum) {
    const values = new Set<unknown>(schema.options);
    return (value) => (values.has(value) ? value : undecodable);
  }
  const checks = 'checks' in schema.def ? (schema.def.checks ?? []) : [];
  if (schema instanceof z.ZodString) return textDecoder(schema, checks);
  if (schema instanceof z.ZodArray && checks.length === 0) return listDecoder(schema.element);
  if (schema instanceof z.ZodNumberFormat && schema.format === 'safeint') return wholeNumberDecoder(schema, checks);
  return zodDecoder(schema);
}

/** Decodes with zod, for rare types and for rules that only zod knows. Slower than the other decoders. */
function zodDecoder(schema: z.ZodType): Decoder {
  const compiled = compiledSchema(schema);
  return (value) => {
    // The schema of the enclosing object decides whether a field may be absent.
    if (value === undefined) return undecodable;
    const parsed = compiled.safeParse(value);
    return parsed.success ? parsed.data : undecodable;
  };
}

function decoderAllowing(absent: null | undefined, schema: z.core.$ZodType): Decoder {
  const decode = decoderOf(classic(schema));
  return (value) => (value === absent ? absent : decode(value));
}

function listDecoder(schema: z.core.$ZodType): Decoder {
  const decode = decoderOf(classic(schema));
  return (value) => {
    if (!Array.isArray(value)) return undecodable;
    const items: unknown[] = [];
    for (const item of value) {
      const decoded = decode(item);
      if (decoded === undecodable) return undecodable;
      items.push(decoded);
    }
    return items;
  };
}

function textDecoder(schema: z.ZodString, checks: readonly z.core.$ZodCheck[]): Decoder {
  const patterns = checks.flatMap((check) => (check instanceof z.core.$ZodCheckRegex ? [check._zod.def.pattern] : []));
  if (patterns.length < checks.length) return zodDecoder(schema);
  return (value) =>
    typeof value === 'string' && patterns.every((pattern) => pattern.test(value)) ? value : undecodable;
}

function wholeNumberDecoder(schema: z.ZodNumberFormat, checks: readonly z.core.$ZodCheck[]): Decoder {
  const parse = zodDecoder(schema);
  // If all checks are lower bounds, a number above them is valid; zod checks every other number.
  const validAbove = Math.max(...checks.map(lowerBound), -Infinity);
  return (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value > validAbove ? value : parse(value);
}

const lowerBound = (check: z.core.$ZodCheck) =>
  check instanceof z.core.$ZodCheckGreaterThan ? Number(check._zod.def.value) : Infinity;

/** Narrows an inner schema from the type of zod's core to that of its classic API. */
function classic(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError('Schemas of tools must be of the classic API of zod.');
}
