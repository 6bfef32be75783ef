import type { ObjectRef } from '@pothos/core';
import { defaultPageSize, maxPageSize } from '../../tools/talent/vocabulary.ts';
import { type ArgumentBuilder, builder, cursorOptions, edgeNodeOptions, type PothosTypes } from '../core/builder.ts';
import type { TypeSource } from '../../operation/type-source.ts';
import { invalidInput } from '../core/input.ts';

type ConnectionPage<Node> = ReturnType<typeof connectionPage<Node>>;

interface Edge<Node> {
  cursor: string;
  node: Node;
}

/** @param own name and edge type (from `edgeType`) of a connection whose edges have additional fields */
export function connectionType<Node extends object, Extra extends object = object>(
  node: ObjectRef<PothosTypes, Node>,
  source: TypeSource,
  own?: { name: string; edge: ObjectRef<PothosTypes, Edge<Node>> },
): ObjectRef<PothosTypes, ConnectionPage<Node> & Extra>;
// Overloaded because Pothos does not know the `Extra` fields that callers add.
export function connectionType<Node extends object>(
  node: ObjectRef<PothosTypes, Node>,
  source: TypeSource,
  own?: { name: string; edge: ObjectRef<PothosTypes, Edge<Node>> },
) {
  const name = own?.name ?? node.name;
  return builder.connectionObject(
    {
      type: node,
      name: `${name}Connection`,
      description: `A page of \`${node.name}\` nodes, selected with \`first\` and \`after\`.`,
      extensions: source,
      fields: (t) => ({
        totalCount: t.exposeInt('totalCount', {
          nullable: true,
          description:
            'Total number of nodes on all pages; null on every page if it is not known. Selecting it costs no extra call, unless the description of the field that returns the connection says otherwise.',
        }),
      }),
    },
    own?.edge ?? { name: `${name}Edge`, description: `An edge of \`${name}Connection\`: a node and its cursor.` },
  );
}

/** Creates the edge type of a connection; the caller adds its other fields. */
export function edgeType<Node extends object, EdgeShape extends Edge<Node>>(
  name: string,
  { node, description }: { node: ObjectRef<PothosTypes, Node>; description: string },
): ObjectRef<PothosTypes, EdgeShape> {
  const edge = builder.objectRef<EdgeShape>(name).implement({ description });
  // A list field has a different type in Pothos, and TypeScript cannot tell that a generic `Node` is not a list.
  const nodeType: ObjectRef<PothosTypes, object> = node;
  builder.objectFields(edge, (t) => ({
    cursor: t.string({ nullable: false, ...cursorOptions, resolve: ({ cursor }) => cursor }),
    node: t.field({ type: nodeType, ...edgeNodeOptions, resolve: (parent) => parent.node }),
  }));
  return edge;
}

export const pageArguments = (arg: ArgumentBuilder, defaultCount: number = defaultPageSize) => ({
  first: arg.int({ defaultValue: defaultCount, description: 'Maximum number of nodes to return, 1 to 100.' }),
  after: arg.string({
    description:
      'Return the nodes after this cursor, usually the `endCursor` of the previous page. A cursor is only valid for the same field with the same arguments, except that `first` can differ.',
  }),
});

export const pageCost = (tool: string) =>
  `The first page costs one \`${tool}\` call. A later page costs one or two calls (always two with \`first: 100\`), and sometimes more if nodes were added or removed since the previous page.`;

export const offsetPageCost = (tool: string) =>
  `Costs one \`${tool}\` call per page, or two if \`first\` differs from that of earlier pages.`;

export interface ConnectionArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

/** Returns `first`, or the default if it is not set. @throws InvalidInputError when it is out of range */
export function readFirst(
  first: number | null | undefined,
  { defaultCount = defaultPageSize, max = maxPageSize } = {},
): number {
  const count = first ?? defaultCount;
  if (count >= 1 && count <= max) return count;
  throw invalidInput(['first'], `must be from 1 to ${max}; it is ${count}`);
}

export function connectionPage<Node>({
  edges,
  totalCount,
  ...pageInfo
}: {
  edges: { cursor: string; node: Node }[];
  hasPreviousPage: boolean;
  hasNextPage: boolean;
  totalCount: number | null;
}) {
  const startCursor = edges[0]?.cursor ?? null;
  const endCursor = edges.at(-1)?.cursor ?? null;
  return { edges, pageInfo: { ...pageInfo, startCursor, endCursor }, totalCount };
}
