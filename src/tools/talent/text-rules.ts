import { z } from 'zod';
import { maxListNameLength, maxSearchTitleLength } from './vocabulary.ts';

/** How long a text is as people count: an emoji of two UTF-16 units is one character. */
export const characterCount = (text: string) => Array.from(text).length;

const label = (largest: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .refine((text) => characterCount(text) <= largest, `must be at most ${largest} characters`)
    .meta({ maxLength: largest });

/** Scripts and fonts write some emojis without the selector that makes them colourful: those count as well. */
const emojiSymbol = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})$/v;

/** The emoji of a saved search; an empty text for none. */
export const searchEmoji = z
  .string()
  .refine((text) => text === '' || emojiSymbol.test(text), 'must be one emoji')
  .meta({ maxLength: 16 });

/** The title of a saved search, trimmed. */
export const searchTitle = label(maxSearchTitleLength);

/** The name of a list, trimmed. */
export const listName = label(maxListNameLength);
