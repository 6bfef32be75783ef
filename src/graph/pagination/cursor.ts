import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson, parseJson } from '../../tools/rules/json.ts';
import { invalidInput } from '../core/input.ts';

/** The field for which a cursor is valid, and its arguments other than `first` and `after`. */
export interface CursorScope {
  field: string;
  arguments: unknown;
}

/** The number of nodes before a position in a listing. */
export const offsetPosition = z.int().min(0).max(999_999_999);

/** Creates the codec for the cursors of one connection. A cursor contains a position and a checksum of its scope. */
export function cursorCodec<Position>(scope: CursorScope, schema: z.ZodType<Position>) {
  const checksum = createHash('sha256')
    .update(canonicalJson([scope.field, scope.arguments]))
    .digest('base64url')
    .slice(0, 10);
  const encode = (position: Position) => Buffer.from(`${JSON.stringify(position)}.${checksum}`).toString('base64url');

  /** @throws InvalidInputError if the text is not a cursor of the same scope */
  function decode(cursor: string | null | undefined): Position | undefined {
    if (cursor == null) return undefined;
    const text = Buffer.from(cursor, 'base64url').toString();
    const { data } = schema.safeParse(parseJson(text.slice(0, -checksum.length - 1)));
    // Compare with the re-encoded position: this also rejects wrong checksums, and characters that `Buffer` ignores.
    if (data !== undefined && encode(data) === cursor) return data;
    throw invalidInput(['after'], `must be a cursor that ${scope.field} returned for the same arguments`);
  }

  return { encode, decode };
}
