import SchemaBuilder from '@pothos/core';
import DirectivesPlugin from '@pothos/plugin-directives';
import FederationPlugin from '@pothos/plugin-federation';
import RelayPlugin from '@pothos/plugin-relay';
import type { GraphContext } from './context.ts';
import { toolCalls } from '../../operation/cost/call-cost.ts';
import '../federation/gateway-directives.ts';
import './scopes.ts';
import { requireScope } from '../../tools/tool.ts';

/** Marks `edges`, `nodes` and `node`: a page of 25 has 25 edges and 25 nodes, not 25 nodes for each edge. */
const oneNodePerItem = toolCalls({ isOneToOne: true });

export const edgeNodeOptions = {
  nullable: false,
  extensions: oneNodePerItem,
  description: 'The object itself, the same as in `nodes`.',
} as const;

export const cursorOptions = {
  description: 'Cursor of this node; pass it as `after` to fetch the nodes that follow it.',
};

export const builder = new SchemaBuilder<{
  Context: GraphContext;
  Scalars: {
    ID: { Input: string; Output: string };
    Date: { Input: Date; Output: Date | string };
    DateTime: { Input: Date; Output: Date };
    EmailAddress: { Input: string; Output: string };
    URL: { Input: URL; Output: string | URL };
    JSON: { Input: unknown; Output: NonNullable<unknown> };
    /** The key of an uploaded file in `context.uploads`. */
    File: { Input: string; Output: never };
    PartialDate: { Input: string; Output: string };
    EventCursor: { Input: string; Output: string };
  };
  Connection: { totalCount: number | null };
  DefaultEdgesNullability: { list: false; items: false };
  DefaultNodeNullability: false;
}>({
  plugins: [DirectivesPlugin, FederationPlugin, RelayPlugin, 'scopes', 'gatewayCosts'],
  requireScope: ({ tools }, scope, name) => requireScope(tools.scopes, scope, { name }),
  relay: {
    clientMutationId: 'omit',
    pageInfoTypeOptions: {
      description:
        'Position of a page in its connection: the first and last cursor of the page, and whether other pages exist.',
      shareable: true,
    },
    hasNextPageFieldOptions: {
      description: 'Whether more nodes follow. To fetch them, pass `endCursor` as `after`.',
    },
    hasPreviousPageFieldOptions: {
      description: 'Whether nodes precede this page. They cannot be fetched backwards: there is no `before` argument.',
    },
    startCursorFieldOptions: { description: 'Cursor of the first edge; null on an empty page.' },
    endCursorFieldOptions: {
      description:
        'Cursor of the last edge; pass it as `after` to fetch the next page. Null on an empty page, unless more nodes can follow: see `ActivityConnection.isPartial`.',
    },
    pageInfoFieldOptions: { description: 'Whether more pages follow, and the cursor to fetch the next page with.' },
    edgesFieldOptions: {
      nullable: { list: false, items: false },
      extensions: oneNodePerItem,
      description:
        'The nodes of this page in order, each with its cursor. Select `nodes` if you do not need the cursors.',
    },
    nodesOnConnection: {
      extensions: oneNodePerItem,
      description: 'The nodes of this page without their cursors, in the same order as `edges`.',
    },
    nodeFieldOptions: edgeNodeOptions,
    cursorFieldOptions: cursorOptions,
  },
});

export type PothosTypes = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;

export type ArgumentBuilder = Parameters<Parameters<typeof builder.queryField>[1]>[0]['arg'];

/** Options of a nullable field with the time of an event. `event` is a clause: `the list was created`. */
export const eventTime = (event: string) =>
  ({ type: 'DateTime', description: `Time at which ${event}, in UTC; null if unknown.` }) as const;

export const knownTime = (event: string) =>
  ({ type: 'DateTime', nullable: false, description: `Time at which ${event}, in UTC.` }) as const;

/** Creates an enum type. `values` maps the names in the graph to the values of the service. */
export function enumOf<Values extends Record<string, string>>(
  name: string,
  options: { description: string; values: Values; descriptions: { [Name in keyof Values]: string } },
) {
  const { description, values, descriptions } = options;
  return builder.enumType<string, { [Name in keyof Values]: { value: Values[Name]; description: string } }>(name, {
    description,
    values: describedValues(values, descriptions),
  });
}

// Overloaded because TypeScript cannot infer that the result of `Object.fromEntries` has every name.
function describedValues<Values extends Record<string, string>>(
  values: Values,
  descriptions: { [Name in keyof Values]: string },
): { [Name in keyof Values]: { value: Values[Name]; description: string } };
function describedValues(values: Record<string, string>, descriptions: Record<string, string>) {
  const entries = Object.entries(values);
  return Object.fromEntries(entries.map(([name, value]) => [name, { value, description: descriptions[name] }]));
}
