import type { ObjectRef } from '@pothos/core';
import { builder } from '../core/builder.ts';
import { toolCalls } from '../cost/call-cost.ts';
import type { Ownership } from '../core/ownership.ts';
import type { ConnectionRecord } from './pagination.ts';

const PageInfo = builder.objectRef<ConnectionRecord<unknown>['pageInfo']>('PageInfo').implement({
  description: 'Where a page stands in its connection.',
  shareable: true,
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      nullable: false,
      description: 'Whether more follows: ask again with `after: endCursor`.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      nullable: false,
      description: 'Whether something stands before this page.',
    }),
    startCursor: t.exposeString('startCursor', { description: 'The cursor of the first edge; null on an empty page.' }),
    endCursor: t.exposeString('endCursor', { description: 'The cursor of the last edge; null on an empty page.' }),
  }),
});

const sameNodes = toolCalls({ isOneToOne: true });

/** The connection and edge types of a node: `SignalConnection` and `SignalEdge` for `Signal`. */
export function connectionType<Node extends object>(
  name: string,
  node: ObjectRef<PothosTypes, Node>,
  owner: Ownership,
) {
  const edge = builder.objectRef<{ cursor: string; node: Node }>(`${name}Edge`).implement({
    description: `${name} at its place in the connection.`,
    fields: (t) => ({
      cursor: t.exposeString('cursor', {
        nullable: false,
        description: 'Give it as `after` to go on behind this node.',
      }),
      node: t.field({
        type: node,
        extensions: sameNodes,
        nullable: false,
        description: 'The node.',
        resolve: resolveNode,
      }),
    }),
  });
  return builder.objectRef<ConnectionRecord<Node>>(`${name}Connection`).implement({
    description: `One page of ${name} nodes.`,
    extensions: owner,
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        extensions: sameNodes,
        nullable: false,
        description: 'The nodes with their cursors.',
        resolve: (page) => page.edges,
      }),
      nodes: t.field({
        type: [node],
        extensions: sameNodes,
        nullable: false,
        description: 'The nodes alone.',
        resolve: (page) => page.edges.map((each) => each.node),
      }),
      pageInfo: t.field({
        type: PageInfo,
        nullable: false,
        description: 'Where this page stands.',
        resolve: (page) => page.pageInfo,
      }),
      totalCount: t.exposeInt('totalCount', {
        description:
          'How many there are over all pages; null when the service does not count them, and then on every page.',
      }),
    }),
  });
}

// Two signatures: inside the generic function the library cannot see that a node is no list.
function resolveNode(edge: { node: object }): never;
function resolveNode({ node }: { node: object }): object {
  return node;
}

type PothosTypes = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;
