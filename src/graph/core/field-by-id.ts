import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { builder, type PothosTypes } from './builder.ts';
import { fetchFieldPrefix, relayTag } from '../federation/tags.ts';
import type { GraphContext } from './context.ts';
import type { toolCalls } from '../../operation/cost/call-cost.ts';

interface FieldByIdOptions<Node> {
  type: ObjectRef<PothosTypes, Node>;
  /** What the field returns, when it is null, and what it costs. */
  description: string;
  /** Describes the argument `id`. */
  idDescription: string;
  extensions: ReturnType<typeof toolCalls>;
  /** Returns null if no object with the id exists. */
  find: (id: string, context: GraphContext, info: GraphQLResolveInfo) => Promise<Node | null>;
}

/**
 * Adds the root field that finds an object by its id, for example `signal(id:)`. Adds the same field under the name that
 * Relay's compiler requires to refetch a fragment on a type with `@fetchable`: `fetch__Signal(id:)`. Contracts can
 * exclude the second one by its tag.
 */
export function fieldById<Node extends object>(name: string, options: FieldByIdOptions<Node>): void {
  const { type, description, idDescription, extensions, find } = options;
  // TypeScript cannot tell whether `Node` is a list, which Pothos resolves in another way.
  const nodeType: ObjectRef<PothosTypes, object> = type;
  const addField = (fieldName: string, extra: { description: string; tag?: string }) =>
    builder.queryField(fieldName, (t) =>
      t.field({
        type: nodeType,
        extensions,
        args: { id: t.arg.id({ required: true, description: idDescription }) },
        resolve: (_, { id }, context, info) => find(id, context, info),
        ...extra,
      }),
    );
  addField(name, { description });
  addField(`${fetchFieldPrefix}${type.name}`, {
    description: `The same as \`Query.${name}\`, with the same costs. For Relay, which refetches fragments on \`${type.name}\` with it; other clients use \`Query.${name}\`.`,
    tag: relayTag,
  });
}
