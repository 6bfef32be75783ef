import type { ObjectRef } from '@pothos/core';
import { type ArgumentBuilder, builder, type PothosTypes } from '../core/builder.ts';
import type { TypeSource } from '../core/type-source.ts';

/** The Relay connection and edge types of a node type: `SignalConnection` and `SignalEdge` for `Signal`. */
export function connectionType<Node extends object>(
  name: string,
  node: ObjectRef<PothosTypes, Node>,
  owner: TypeSource,
) {
  return builder.connectionObject(
    {
      type: node,
      name: `${name}Connection`,
      description: `One page of ${name} nodes.`,
      extensions: owner,
      fields: (t) => ({
        totalCount: t.exposeInt('totalCount', {
          nullable: true,
          description:
            'Number of nodes over all pages. Null on every page when the service does not report it; it never costs a call of its own.',
        }),
      }),
    },
    { name: `${name}Edge`, description: `A ${name} node with its cursor.` },
  );
}

/** The arguments `first` and `after` of a connection field. */
export const pageArguments = (arg: ArgumentBuilder) => ({
  first: arg.int({ defaultValue: 25, description: 'Number of nodes to return, 1 to 100.' }),
  after: arg.string({
    description:
      'Return the nodes after this cursor. It must come from the same field with the same arguments; `first` may differ.',
  }),
});

/** The sentence about cost in the description of a connection whose pages continue after a node. */
export const pageCost = (tool: string) =>
  `A page costs one ${tool} call. With \`after\` it costs two when the page and the node before it lie on two pages of the tool, as they always do with \`first: 100\`, and one more when nodes were added or removed in the meantime.`;

/** The federation `@listSize` of a connection, from which a gateway estimates its cost. */
export const pageListSize = {
  slicingArguments: ['first'],
  sizedFields: ['edges', 'nodes'],
  requireOneSlicingArgument: false,
};
