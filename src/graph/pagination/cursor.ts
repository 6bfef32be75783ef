import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../connector/canonical-json.ts';
import { InvalidInputError } from '../errors/errors.ts';

/** What a cursor is valid for: a field with its arguments other than `first` and `after`. */
export interface CursorScope {
  field: string;
  arguments: unknown;
}

/**
 * Encodes a position and a checksum of the scope as a cursor. `decode` reverses this; without a cursor it returns
 * undefined.
 * @throws InvalidInputError when `decode` is passed anything but a cursor of the same scope
 */
export interface CursorCodec<Position> {
  encode(position: Position): string;
  decode(cursor: string | null | undefined): Position | undefined;
}

/** The number of nodes before a position. */
export const offsetPosition = z.int().min(0).max(999_999_999);

/** Creates the codec for the cursors of one connection. Decoded positions are checked against the schema. */
export function cursorCodec<Position>(scope: CursorScope, schema: z.ZodType<Position>): CursorCodec<Position> {
  const checksum = createHash('sha256')
    .update(canonicalJson([scope.field, scope.arguments]))
    .digest('base64url')
    .slice(0, 10);
  const encode = (position: Position) => Buffer.from(`${JSON.stringify(position)}.${checksum}`).toString('base64url');

  function decode(cursor: string | null | undefined): Position | undefined {
    if (cursor == null) return undefined;
    const text = Buffer.from(cursor, 'base64url').toString();
    const { data } = schema.safeParse(parseJson(text.slice(0, -checksum.length - 1)));
    // Comparing with the re-encoded position also rejects a wrong checksum, and characters that Base64 decoders ignore.
    if (data !== undefined && encode(data) === cursor) return data;
    const message = `must be a cursor that ${scope.field} returned for the same arguments`;
    throw new InvalidInputError([{ path: ['after'], message }]);
  }

  return { encode, decode };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
