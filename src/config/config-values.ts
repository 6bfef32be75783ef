import { z } from 'zod';

/** One of a few words. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

/** `true` or `false`. */
export const flag = oneOf(['true', 'false']).transform((text) => text === 'true');

export const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

const originRule = 'must be an origin without a path, such as https://app.example.com';

/** Scheme, host and port of an http or https address. */
export const origin = z
  .string()
  .refine((text) => address.safeParse(text).success && isOrigin(URL.parse(text)), originRule)
  .transform((text) => URL.parse(text)?.origin ?? text);

const isOrigin = (url: URL | null) => url?.href === `${url?.origin}/`;

/** A whole number between two others, both included. */
export const wholeNumber = ({ min, max, unit }: { min: number; max: number; unit: string }) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number of ${unit} from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number of ${unit} from ${min} to ${max}`);

/** Values between commas. */
export const commaSeparated = <Value extends z.ZodType<unknown, string>>(value: Value) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(value));

const keyBytes = 32;

/** A key of 32 bytes in base64. */
export const encryptionKey = z
  .base64('must be 32 bytes in base64')
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === keyBytes, 'must be 32 bytes in base64');

export const longSecret = z.string().min(32, 'must have at least 32 characters');
