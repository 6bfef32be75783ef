import { z } from 'zod';
import { isWellFormedText } from './well-formed-text.ts';

/** Of the identifier of a caller, and of the name of a connection. */
export const maxNameLength = 255;

const control = /\p{Cc}/u;

/**
 * The name of a connection or the identifier of a caller, which are compared character by character. Blanks at the ends
 * would be invisible, and control characters could manipulate a terminal.
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

/** Precedes every tool name of a connection; may be empty. */
export const toolPrefix = z
  .string()
  .regex(/^[\w.-]{0,100}$/, 'must have at most 100 characters, of which each is a letter, a digit or one of _ . -');
