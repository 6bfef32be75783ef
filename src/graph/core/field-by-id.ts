import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { builder, type PothosTypes } from './builder.ts';
import { fetchFieldPrefix, relayTag } from '../federation/tags.ts';
import type { GraphContext } from './context.ts';
import type { toolCalls } from '../../operation/cost/call-cost.ts';

interface FieldByIdOptions<Node> {
  type: ObjectRef<PothosTypes, Node>;
  description: string;
  idDescription: string;
  extensions: ReturnType<typeof toolCalls>;
  find: (id: string, context: GraphContext, info: GraphQLResolveInfo) => Promise<Node | null>;
}

/** With `signal(id:)`, also adds `fetch__Signal(id:)`, with which Relay refetches fragments on a `@fetchable` type. */
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
