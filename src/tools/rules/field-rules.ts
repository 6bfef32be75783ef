import { z } from 'zod';
import { isWellFormedText } from './well-formed-text.ts';

/** Maximum length of a connection's name, of a caller's identifier and of a name to search for. */
export const maxNameLength = 255;

const control = /\p{Cc}/u;

/** Escapes marks that reorder text, and control characters except tabs and line feeds, for the output on a terminal. */
export const printable = (text: string): string =>
  text.replaceAll(
    /[^\P{Cc}\t\n]|[\u202A-\u202E\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A name without leading or trailing whitespace, and without control characters, which could manipulate a terminal. */
export const exactName = z
  .string('must be text')
  .min(1, 'must not be empty')
  .max(maxNameLength, `must be at most ${maxNameLength} characters`)
  .refine((text) => text.trim() === text, 'must not begin or end with a blank')
  .refine(
    (text) => isWellFormedText(text) && !control.test(text),
    'must be well-formed text without control characters',
  );

export const toolPrefix = z
  .string()
  .regex(/^[\w.-]{0,100}$/, 'must be at most 100 characters, each a letter, a digit or one of _ . -');

/** Schema of the prefix that the types and root fields of the graph can have, such as `Deal`. */
export const typePrefix = z
  .string()
  .regex(/^[A-Z][A-Za-z0-9]{0,29}$/, 'must be a capital letter and at most 29 more letters or digits, such as Deal');

export const nonEmptyText = z.string().min(1, 'must not be empty');

/** Writes a UUID in lower case (RFC 9562 § 4), because ids are compared as text. Other ids can distinguish case. */
export const lowerCaseUuid = (id: string) => (z.regexes.guid.test(id) ? id.toLowerCase() : id);

export const uuid = z.uuid('must be a UUID').toLowerCase();

export const limitedText = (max: number) => nonEmptyText.max(max, `must be at most ${max} characters`);

export const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
