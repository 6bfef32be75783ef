import { createHash } from 'node:crypto';
import { InvalidInputError } from './errors.ts';

/** What a cursor belongs to: a field with its arguments other than `first` and `after`. */
export interface CursorScope {
  field: string;
  arguments: unknown;
}

/** Makes and reads the cursors of one connection: an offset, and a seal that ties it to field and arguments. */
export interface Cursors {
  at(offset: number): string;
  /** @throws InvalidInputError when the text is no cursor of this connection */
  offsetOf(cursor: string | null | undefined): number;
}

export function cursorsOf(scope: CursorScope): Cursors {
  const seal = createHash('sha256')
    .update(canonicalText([scope.field, scope.arguments]))
    .digest('base64url')
    .slice(0, 10);
  return {
    at: (offset) => Buffer.from(`${offset}.${seal}`).toString('base64url'),
    offsetOf(cursor) {
      if (cursor == null) return 0;
      const text = Buffer.from(cursor, 'base64url').toString();
      const match = /^(0|[1-9]\d{0,8})\.(.{10})$/.exec(text);
      if (!match || match[2] !== seal || Buffer.from(text).toString('base64url') !== cursor) {
        throw new InvalidInputError([
          { path: ['after'], message: `must be a cursor that ${scope.field} gave for the same arguments` },
        ]);
      }
      return Number(match[1]);
    },
  };
}

/** The same arguments give the same text: keys sorted, what is null left out. */
export const canonicalText = (value: unknown) => JSON.stringify(canonical(value));

function canonical(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, inner]) => inner != null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, canonical(inner)]);
}
