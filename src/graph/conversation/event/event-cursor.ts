import { createHash } from 'node:crypto';
import { GraphQLError, GraphQLScalarType } from 'graphql';
import { z } from 'zod';
import type { StreamPosition } from '../../../infrastructure/event-stream/event-feed.ts';
import { parseJson } from '../../../tools/rules/json.ts';
import { builder } from '../../core/builder.ts';
import { OperationError } from '../../../operation/operation.ts';

function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new GraphQLError('EventCursor must be text.');
}

// The scalar accepts any text: checking a cursor needs the organization of the caller, which takes a tool call.
builder.addScalarType(
  'EventCursor',
  new GraphQLScalarType<string, string>({
    name: 'EventCursor',
    description:
      'Position of an event among the events of its organization. Opaque: pass it to `conversationEvents` as `after`, with any `triggers`, to receive the events that follow. Valid on every server of a deployment.',
    serialize: readText,
    parseValue: readText,
  }),
);

/** Parts of a cursor: a hash of the organization, the generation, and the position. */
const partsSchema = z.tuple([z.string(), z.string(), z.int().min(0)]);

type Parts = z.output<typeof partsSchema>;

const encodeParts = (parts: Parts) => Buffer.from(JSON.stringify(parts)).toString('base64url');

const hashOf = (organization: string) => createHash('sha256').update(organization).digest('base64url').slice(0, 12);

/** Clients can decode the cursor, so it contains a hash in place of the organization. */
export const encodeEventCursor = (organization: string, { generation, position }: StreamPosition): string =>
  encodeParts([hashOf(organization), generation, position]);

/** A cursor that has not been compared with the organization of the caller yet. */
interface DecodedCursor {
  organizationHash: string;
  position: StreamPosition;
}

/** @throws OperationError `EVENT_CURSOR_INVALID` if the text is not a cursor */
export function readEventCursor(cursor: string | null | undefined, fieldName: string): DecodedCursor | undefined {
  if (cursor == null) return undefined;
  const { data } = partsSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  // Compare with the re-encoded parts: `Buffer` ignores invalid characters.
  if (!data || encodeParts(data) !== cursor) throw invalidCursor(`must be a cursor that \`${fieldName}\` returned`);
  const [organizationHash, generation, position] = data;
  return { organizationHash, position: { generation, position } };
}

/** @throws OperationError `EVENT_CURSOR_INVALID` if the cursor belongs to another organization */
export function positionIn(organization: string, cursor: DecodedCursor | undefined): StreamPosition | undefined {
  if (cursor && cursor.organizationHash !== hashOf(organization)) {
    throw invalidCursor("must be a cursor of the organization that the caller's account belongs to");
  }
  return cursor?.position;
}

const invalidCursor = (rule: string) =>
  new OperationError({
    code: 'EVENT_CURSOR_INVALID',
    message: `after ${rule}.`,
    issues: [{ path: ['after'], message: rule }],
  });

export const cursorExpired = (cause: unknown) =>
  new OperationError({
    code: 'EVENT_CURSOR_EXPIRED',
    message:
      'Events after the cursor are no longer stored. Load the current state again, and subscribe without `after`.',
    cause,
  });
