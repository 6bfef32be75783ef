import { z } from 'zod';
import { maxNameLength } from '../rules/field-rules.ts';
import { foldText } from '../rules/folded-text.ts';
import { maxListNameLength, maxSearchTitleLength } from './vocabulary.ts';

/** Counts code points, so that an emoji of two UTF-16 units counts as one character. */
export const characterCount = (text: string) => Array.from(text).length;

const label = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .refine((text) => characterCount(text) <= max, `must be at most ${max} characters`)
    .meta({ maxLength: max });

/** Also accepts an emoji without its variation selector, which many systems omit. */
const emojiSymbol = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})$/v;

/** The emoji of a saved search, or an empty text for none. */
export const searchEmoji = z
  .string()
  .refine((text) => text === '' || emojiSymbol.test(text), 'must be one emoji')
  .meta({ maxLength: 16 });

export const searchTitle = label(maxSearchTitleLength);

/** Trimmed words of a name to search for. At least one character must remain after accents are removed. */
export const searchedName = z
  .string()
  .trim()
  .min(1, { error: 'must not be empty', abort: true })
  .max(maxNameLength, { error: `must be at most ${maxNameLength} characters`, abort: true })
  .refine((text) => foldText(text).trim() !== '', 'must not be empty');

export const idsOfForm = (pattern: RegExp, form: string) =>
  z.array(z.string().regex(pattern, `must be an id of the form ${form}`));

export const listName = label(maxListNameLength);
