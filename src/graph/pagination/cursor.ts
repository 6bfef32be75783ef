import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../connector/canonical-json.ts';
import { InvalidInputError } from '../errors/errors.ts';

/** What a cursor belongs to: a field with its arguments other than `first` and `after`. */
export interface CursorScope {
  field: string;
  arguments: unknown;
}

/** Makes and reads the cursors of one connection: a position, and a seal that ties it to field and arguments. */
export interface CursorCodec<Position> {
  encode(position: Position): string;
  /**
   * The position of a cursor; nothing without one.
   * @throws InvalidInputError when the text is no cursor of this connection
   */
  decode(cursor: string | null | undefined): Position | undefined;
}

/** How many nodes stand before a place. */
export const offsetPosition = z.int().min(0).max(999_999_999);

/** @param position what a position must be; one that reads differently than it was written is refused */
export function cursorCodec<Position>(scope: CursorScope, position: z.ZodType<Position>): CursorCodec<Position> {
  const seal = createHash('sha256')
    .update(canonicalJson([scope.field, scope.arguments]))
    .digest('base64url')
    .slice(0, 10);
  return {
    encode,
    decode(cursor) {
      if (cursor == null) return undefined;
      const text = Buffer.from(cursor, 'base64url').toString();
      const read = position.safeParse(parsed(text.slice(0, -seal.length - 1)));
      if (read.success && encode(read.data) === cursor) return read.data;
      throw new InvalidInputError([
        { path: ['after'], message: `must be a cursor that ${scope.field} gave for the same arguments` },
      ]);
    },
  };

  function encode(value: Position): string {
    return Buffer.from(`${JSON.stringify(value)}.${seal}`).toString('base64url');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
