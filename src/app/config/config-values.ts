import { getSubdomain } from 'tldts';
import { z } from 'zod';
import { webUrl } from '../../tools/rules/field-rules.ts';

export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

export const flag = oneOf(['true', 'false']).transform((text) => text === 'true');

const originRule = 'must be an origin without a path, such as https://app.example.com';

export const origin = z
  .string()
  .refine((text) => webUrl.safeParse(text).success && isOrigin(URL.parse(text)), originRule)
  .transform((text) => URL.parse(text)?.origin ?? text);

const isOrigin = (url: URL | null) => url?.href === `${url?.origin}/`;

export function wholeNumber({ min, max, unit }: { min: number; max: number; unit?: string }) {
  const rule = `must be a whole number${unit === undefined ? '' : ` of ${unit}`} from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, rule)
    .transform(Number)
    .refine((value) => value >= min && value <= max, rule);
}

export const temperature = z
  .string()
  .regex(/^(?:[01](?:\.\d{1,3})?|2)$/, 'must be a number from 0 to 2')
  .transform(Number);

export const commaSeparated = <Value extends z.ZodType<unknown, string>>(value: Value) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(value));

export const filePath = z.string().min(1, 'must not contain an empty path');

export const encryptionKey = z
  .base64('must be 32 bytes in base64')
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32, 'must be 32 bytes in base64');

const secretOf = (minLength: number) => z.string().min(minLength, `must have at least ${minLength} characters`);

/** A secret that signs data. It must be long: anyone who has a signature can try to guess the secret offline. */
export const signingSecret = secretOf(32);

export const gatewaySecret = secretOf(32).regex(/^[\x21-\x7e]*$/, 'must have only visible ASCII characters');

/** A secret that a platform issued. This program issues 75 characters; third-party platforms can issue fewer. */
export const issuedSecret = secretOf(16);

export const webhookSecret = z.string().refine(isWebhookSecret, 'must be whsec_ followed by 24 to 64 bytes in base64');

function isWebhookSecret(text: string): boolean {
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(encoded, 'base64');
  return length >= 24 && length <= 64;
}

export const smtpUrl = z.string().refine(isSmtpUrl, 'must be smtp://host:port or smtps://user:password@host');

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return false;
  if (/[^/]/.test(url.pathname) || url.search !== '' || url.hash !== '') return false;
  if ((url.username === '') !== (url.password === '')) return false;
  return [url.username, url.password].every(isDecodable);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** An email address, alone or after the name of the sender: `Graph <graph@example.com>`. */
export const mailSender = z
  .string()
  .refine(isMailSender, 'must be an email address, or a name and an address such as Graph <graph@example.com>');

function isMailSender(text: string): boolean {
  const [, address = text] = /^(?:"[^"\\\p{Cc}]*"|[^"\\<>(),:;@\p{Cc}]*)\s*<([^<>]*)>$/u.exec(text) ?? [];
  return z.email().safeParse(address).success;
}

const corsOriginRule = 'must be an origin without a path, such as https://app.example.com or https://*.example.com';

const wildcardRule = 'must use * as the whole first label of the host name, such as https://*.example.com';

const suffixRule =
  'must use * only below a domain of your own, because anyone can register names below a public suffix';

const schemeRule = 'must begin with https:// if it has a *, because pages sent without TLS can be forged';

/** A valid label, which replaces the `*` of a pattern while the pattern is checked. */
const sampleLabel = 'sample';

/** The `*` of a pattern matches exactly one label. Patterns that would also allow other people's pages are rejected. */
export const corsOrigin = z
  .string()
  .superRefine((text, context) => {
    const fault = originFault(text);
    if (fault !== undefined) context.addIssue(fault);
  })
  .transform((text) => {
    if (!text.includes('*')) return origin.parse(text);
    return origin.parse(text.replace('*', sampleLabel)).replace(`//${sampleLabel}.`, '//*.');
  });

function originFault(text: string): string | undefined {
  if (!text.includes('*')) return origin.safeParse(text).success ? undefined : corsOriginRule;
  if (!/^[a-z]+:\/\/\*\.[^*]+$/i.test(text)) return wildcardRule;
  const sample = text.replace('*', sampleLabel);
  if (!origin.safeParse(sample).success) return corsOriginRule;
  if (!/^https:/i.test(text)) return schemeRule;
  // Without a subdomain, the `*` is directly below a public suffix. Pass the parsed origin: the list of public suffixes
  // contains host names as `URL` normalizes them.
  return getSubdomain(origin.parse(sample), { allowPrivateDomains: true }) ? undefined : suffixRule;
}

/** Accepts the name of a header. Browsers do not apply the wildcard `*` to all headers, so it is rejected. */
export const headerName = z
  .string()
  .regex(/^[\w!#$%&'+.^`|~-]+$/, 'must be names of headers, such as x-app-version, without *')
  .transform((name) => name.toLowerCase());
