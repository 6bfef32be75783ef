import { z } from 'zod';
import { lenient, wireObject } from '../wire.ts';
import { defaultPageSize, maxPageSize } from './vocabulary.ts';

const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, { error: 'must be a whole number from 1, as text', abort: true });

/** `limit` and `page` of every paginated talent tool; both are text on the wire. */
export const pageInput = {
  limit: wholeNumber
    .refine((text) => Number(text) <= maxPageSize, `must be at most ${maxPageSize}`)
    .optional()
    .describe(`Results a page, 1 to ${maxPageSize}; ${defaultPageSize} when omitted.`),
  page: wholeNumber.optional().describe('Page number, from 1.'),
};

/**
 * One page of a listing. `total` counts all pages and is null when the service does not count them; then it is null on
 * every page. `has_more` says whether another page follows, and is null when the service does not say.
 */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  wireObject({
    items: z.array(item),
    page: lenient(z.int()),
    limit: lenient(z.int()),
    total: lenient(z.int().nonnegative()),
    has_more: lenient(z.boolean()),
  });
