import type { ObjectRef } from '@pothos/core';
import { defaultPageSize, maxPageSize } from '../../tools/talent/vocabulary.ts';
import { type ArgumentBuilder, builder, type PothosTypes } from '../core/builder.ts';
import type { TypeSource } from '../core/type-source.ts';
import { InvalidInputError } from '../errors/errors.ts';

/** The Relay connection and edge types of a node type: `SignalConnection` and `SignalEdge` for `Signal`. */
export function connectionType<Node extends object>(
  name: string,
  node: ObjectRef<PothosTypes, Node>,
  source: TypeSource,
) {
  return builder.connectionObject(
    {
      type: node,
      name: `${name}Connection`,
      description: `One page of ${name} nodes.`,
      extensions: source,
      fields: (t) => ({
        totalCount: t.exposeInt('totalCount', {
          nullable: true,
          description:
            'Number of nodes on all pages together; null if the service does not report it. Never costs an extra call.',
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

/** The cost of a `keysetListing`, for the description of its field. */
export const pageCost = (tool: string) =>
  `A page costs one \`${tool}\` call. With \`after\`, it costs two calls if the page and the node before it span two pages of the tool (always the case with \`first: 100\`), and one more if nodes were added or removed in the meantime.`;

/** The federation `@listSize` of a connection, from which a gateway estimates its cost. */
export const pageListSize = {
  slicingArguments: ['first'],
  sizedFields: ['edges', 'nodes'],
  requireOneSlicingArgument: false,
};

export interface ConnectionArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

/** The value of a connection field. */
export interface ConnectionPage<Node> {
  edges: { cursor: string; node: Node }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  totalCount: number | null;
}

/** The number of nodes that `first` requests. @throws InvalidInputError when it is out of range */
export function readFirst(
  first: number | null | undefined,
  { defaultCount = defaultPageSize, max = maxPageSize } = {},
): number {
  const count = first ?? defaultCount;
  if (count >= 1 && count <= max) return count;
  throw new InvalidInputError([{ path: ['first'], message: `must be from 1 to ${max}; it is ${count}` }]);
}

/** Builds the value of a connection field. The cursors of `pageInfo` are those of the first and last edge. */
export function connectionPage<Node>({
  edges,
  totalCount,
  ...pageInfo
}: Pick<ConnectionPage<Node>, 'edges' | 'totalCount'> & {
  hasPreviousPage: boolean;
  hasNextPage: boolean;
}): ConnectionPage<Node> {
  const startCursor = edges[0]?.cursor ?? null;
  const endCursor = edges.at(-1)?.cursor ?? null;
  return { edges, pageInfo: { ...pageInfo, startCursor, endCursor }, totalCount };
}
