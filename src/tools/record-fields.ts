import { z } from 'zod';
import { declareDecoder, undecodable } from './payload-decoder.ts';
import { calendarDay, dateBoundsRule, epochMs } from './rules/date-bounds.ts';
import { lowerCaseUuid, uuid, webUrl } from './rules/field-rules.ts';
import { isWellFormedText, wellFormedTextRule } from './rules/well-formed-text.ts';
import { instant, lenient, sentAs } from './wire.ts';

/** Payloads are parsed leniently, to show as much as possible; imports strictly, to lose no value silently. */
interface Field<Payload extends z.ZodType = z.ZodType, Imported extends z.ZodType = z.ZodType> {
  payload: Payload;
  imported: Imported;
  /** Converts a value for its column; by default, the column contains the value unchanged. */
  toColumn?: (value: unknown) => unknown;
}

/** The scalar fields of a record by their names on the wire. Its payload, import and columns derive from them. */
export type Fields = Readonly<Record<string, Field>>;

export type ImportedRecord<Shape extends Fields> = z.input<
  z.ZodObject<{ -readonly [Name in keyof Shape]: Shape[Name]['imported'] }>
>;

/** The columns of the record: the type of a parsed payload, and null where an imported record may omit the field. */
export type Columns<Shape extends Fields> = {
  -readonly [Name in keyof Shape]:
    | NonNullable<z.output<Shape[Name]['payload']>>
    | (null extends z.output<Shape[Name]['imported']> ? null : never);
};

// An overload, because TypeScript cannot infer the types of computed keys.
export function shapeOf<Shape extends Fields, Use extends 'payload' | 'imported'>(
  fields: Shape,
  use: Use,
): { -readonly [Name in keyof Shape]: Shape[Name][Use] };
export function shapeOf(fields: Fields, use: 'payload' | 'imported'): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, schemas]) => [name, schemas[use]]));
}

export const optional = <Payload extends z.ZodType, Imported extends z.ZodType>(field: Field<Payload, Imported>) => ({
  ...field,
  payload: lenient(field.payload),
  imported: field.imported.nullish(),
});

export const optionalInPayload = <Payload extends z.ZodType, Imported extends z.ZodType>(
  field: Field<Payload, Imported>,
) => ({ ...field, payload: lenient(field.payload) });

const textOrNone = (maxLength: number) =>
  z
    .string()
    .max(maxLength, `must be at most ${maxLength.toLocaleString('en-US')} characters`)
    .refine(isWellFormedText, wellFormedTextRule)
    .refine((value) => !value.includes('\uFFFD'), 'must not contain U+FFFD, the replacement for invalid UTF-8');

const isoDate = z.iso.date();
const isoDateTime = z.iso.datetime({ offset: true });
// The most frequent format comes first, because a failed parse is expensive.
const isPointInTime = (value: string) =>
  isoDateTime.safeParse(value).success ||
  isoDate.safeParse(value).success ||
  isoDateTime.safeParse(`${value.replace(' ', 'T')}Z`).success;
const timeRule = 'must be ISO 8601 with an offset, YYYY-MM-DD HH:MM:SS in UTC, or epoch milliseconds';
const timeText = z
  .string()
  .refine(isPointInTime, { error: timeRule, abort: true })
  .refine((value) => instant.safeParse(value).success, dateBoundsRule);

const maxTextLength = 20_000;
/** Maximum length of a name in characters, so that it fits into an index entry of PostgreSQL. */
const maxNameLength = 500;
const maxInteger = 2 ** 31 - 1;

const text = (maxLength = maxTextLength) => ({
  payload: z.string(),
  imported: textOrNone(maxLength).min(1, 'must not be empty'),
});

const exactly = <Schema extends z.ZodType>(schema: Schema) => ({ payload: schema, imported: schema });

const url = z.url();
// `URL.canParse` takes a tenth of the time of the constructor, which zod calls.
declareDecoder(url, () => (value) => {
  const isUrl = typeof value === 'string' && value.trim() === value && URL.canParse(value);
  return isUrl ? value : undecodable;
});

const uuidText = z.string().overwrite(lowerCaseUuid);
declareDecoder(uuidText, () => (value) => (typeof value === 'string' ? lowerCaseUuid(value) : undecodable));

export const field = {
  text,
  name: text(maxNameLength),
  textOrNone: { payload: z.string(), imported: textOrNone(maxTextLength) },
  /** An id. Only imports check its form, because other services may use any ids. */
  id: <Imported extends z.ZodType<string>>(imported: Imported) => ({ payload: z.string(), imported }),
  uuid: { payload: sentAs(uuidText, () => ({ type: 'string', format: 'uuid' })), imported: uuid },
  email: { payload: z.email(), imported: z.email('must be an email address') },
  url: { payload: url, imported: webUrl },
  time: {
    payload: instant,
    imported: z.union([timeText, epochMs], timeRule),
    toColumn: (value: unknown) => instant.parse(value),
  },
  milliseconds: {
    payload: z.int().nonnegative(),
    imported: z
      .int('must be a whole number')
      .min(0, 'must not be negative')
      .max(maxInteger, `must be at most ${maxInteger.toLocaleString('en-US')}`),
  },
  number: { payload: z.number(), imported: z.number('must be a number') },
  /** A day without a time, `YYYY-MM-DD`. */
  day: { payload: isoDate, imported: calendarDay },
  flag: exactly(z.boolean()),
  oneOf: <const Values extends Record<string, string>>(values: Values) => exactly(z.enum(values)),
  exactly,
} as const;
