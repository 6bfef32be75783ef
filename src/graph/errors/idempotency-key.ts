import { hash } from 'node:crypto';
import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { OnceOptions } from '../../connector/tool-session.ts';
import { maxIdempotencyKeyLength } from '../../tools/rest-protocol.ts';
import type { ArgumentBuilder } from '../core/builder.ts';
import { invalidInput } from '../core/input.ts';

/** The argument of mutations whose change must not be made twice. */
export const idempotencyKeyArgument = (arg: ArgumentBuilder) => ({
  idempotencyKey: arg.string({
    description: `Your own key for this change, 1 to ${maxIdempotencyKeyLength} characters, such as a UUID. Repeating the mutation with the same alias, key and input within 24 hours returns the first result and changes nothing, so repeating is safe after a lost response. The same key with another input returns a problem with the code CONFLICT. A platform that does not support keys ignores the key.`,
  }),
});

/**
 * The platform receives a digest of the caller's key and of the path of the field, so several fields of an operation
 * can have the same key. `part` distinguishes the changes of one field.
 */
export function onceOptions(args: object, { path }: Pick<GraphQLResolveInfo, 'path'>, part = ''): OnceOptions {
  const key = 'idempotencyKey' in args ? args.idempotencyKey : undefined;
  if (typeof key !== 'string') return {};
  if (key.length === 0 || key.length > maxIdempotencyKeyLength) {
    throw invalidInput(['idempotencyKey'], `must have 1 to ${maxIdempotencyKeyLength} characters`);
  }
  return { idempotencyKey: hash('sha256', JSON.stringify([responsePathAsArray(path), part, key]), 'base64url') };
}
