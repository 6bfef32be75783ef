import { z } from 'zod';

/** Schema of the prefix that the types and root fields of the graph can have, such as `Deal`. */
export const typePrefix = z
  .string()
  .regex(/^[A-Z][A-Za-z0-9]{0,29}$/, 'must be a capital letter and at most 29 more letters or digits, such as Deal');
