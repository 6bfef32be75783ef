import SchemaBuilder from '@pothos/core';
import DirectivesPlugin from '@pothos/plugin-directives';
import FederationPlugin from '@pothos/plugin-federation';
import RelayPlugin from '@pothos/plugin-relay';
import type { GraphContext } from './context.ts';
import { toolCalls } from '../cost/call-cost.ts';
import './scopes.ts';
import { requireScope } from '../../connector/scope.ts';

/** Edges and nodes of a page are one to one, so a page of 25 has 25 of each. */
const oneNodePerItem = toolCalls({ isOneToOne: true });

/** The Pothos schema builder. Each noun's file adds its types and root fields to it. */
export const builder = new SchemaBuilder<{
  Context: GraphContext;
  Scalars: {
    ID: { Input: string; Output: string };
    Date: { Input: Date; Output: Date };
    DateTime: { Input: Date; Output: Date };
    EmailAddress: { Input: string; Output: string };
    URL: { Input: URL; Output: string | URL };
    JSON: { Input: unknown; Output: NonNullable<unknown> };
    /** The key of an uploaded file in `context.uploads`. */
    File: { Input: string; Output: never };
    PartialDate: { Input: string; Output: string };
  };
  Connection: { totalCount: number | null };
  DefaultEdgesNullability: { list: false; items: false };
  DefaultNodeNullability: false;
}>({
  plugins: [DirectivesPlugin, FederationPlugin, RelayPlugin, 'scopes'],
  requireScope: ({ tools }, scope, name) => requireScope(tools.scopes, scope, { name }),
  relay: {
    clientMutationId: 'omit',
    pageInfoTypeOptions: { description: 'Position of a page within its connection.', shareable: true },
    hasNextPageFieldOptions: {
      description: 'Whether more nodes follow; pass `endCursor` as `after` to fetch them.',
    },
    hasPreviousPageFieldOptions: {
      description: 'Whether nodes precede this page. Connections page forward only.',
    },
    startCursorFieldOptions: { description: 'Cursor of the first edge; null on an empty page.' },
    endCursorFieldOptions: {
      description: 'Cursor of the last edge; pass it as `after` to fetch the next page. Null on an empty page.',
    },
    pageInfoFieldOptions: { description: 'Whether more pages exist, and the cursors of this page.' },
    edgesFieldOptions: {
      nullable: { list: false, items: false },
      extensions: oneNodePerItem,
      description: 'The nodes of this page with their cursors, in order.',
    },
    nodesOnConnection: {
      extensions: oneNodePerItem,
      description: 'The nodes of this page without their cursors, in the same order as `edges`.',
    },
    nodeFieldOptions: { nullable: false, extensions: oneNodePerItem, description: 'The object itself.' },
    cursorFieldOptions: { description: 'Cursor of this node; pass it as `after` to fetch the nodes after it.' },
  },
});

export type PothosTypes = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;

/** `t.arg` of a root field. */
export type ArgumentBuilder = Parameters<Parameters<typeof builder.queryField>[1]>[0]['arg'];
