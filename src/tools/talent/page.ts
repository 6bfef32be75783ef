import { z } from 'zod';
import { lenient, wireObject } from '../wire.ts';
import { defaultPageSize, maxPageSize } from './vocabulary.ts';

const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, { error: 'must be a whole number from 1, as text', abort: true });

/** The parameters `limit` and `page` of every paginated talent tool; both are strings on the wire. */
export const pageInput = {
  limit: wholeNumber
    .refine((text) => Number(text) <= maxPageSize, `must be at most ${maxPageSize}`)
    .optional()
    .describe(`Results per page, 1 to ${maxPageSize}; ${defaultPageSize} by default.`),
  page: wholeNumber.optional().describe('Page number, from 1.'),
};

/** Schema of a page. `total`, the number of items on all pages, and `has_more` are null if the service omits them. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  wireObject({
    items: z.array(item),
    page: lenient(z.int()),
    limit: lenient(z.int()),
    total: lenient(z.int().nonnegative()),
    has_more: lenient(z.boolean()),
  });
