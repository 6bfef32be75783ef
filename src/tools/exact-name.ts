import { z } from 'zod';
import { isWellFormedText } from './well-formed-text.ts';

/** The longest identifier of a caller, and the longest name of a connection. */
export const maxNameLength = 255;

const control = /\p{Cc}/u;

/**
 * A name that is compared letter by letter, of a connection or a caller: what nobody sees at its ends, or what moves
 * the cursor of a terminal that shows it, is no part of it.
 */
export const exactName = z
  .string('must be text')
  .min(1, 'must not be empty')
  .max(maxNameLength, `must have at most ${maxNameLength} characters`)
  .refine((text) => text.trim() === text, 'must not begin or end with a blank')
  .refine(
    (text) => isWellFormedText(text) && !control.test(text),
    'must be well-formed text without control characters',
  );

/** What stands before every tool name of a connection; it may be nothing. */
export const toolPrefix = z
  .string()
  .regex(/^[\w.-]{0,100}$/, 'must have at most 100 characters, of which each is a letter, a digit or one of _ . -');
