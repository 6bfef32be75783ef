import { type DocumentNode, getOperationAST, Kind, OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { z } from 'zod';
import type { Connector } from '../../connector/connector.ts';
import { createGraphContext, type GraphSettings } from '../../graph/core/context.ts';
import type { RouteContext } from './route-context.ts';

const documentSchema = z.custom<DocumentNode>(
  (value) => typeof value === 'object' && value !== null && 'kind' in value && value.kind === Kind.DOCUMENT,
);

/**
 * Creates the context of queries and mutations. That of a subscription lasts as long as its client, so it contains only
 * what the route passed; each event gets a context of its own.
 */
export function useOperationContext(
  graph: GraphSettings & { connector: Connector },
): Plugin<RouteContext & { document?: DocumentNode }> {
  return {
    onParse:
      () =>
      ({ result, extendContext }) => {
        const { data: document } = documentSchema.safeParse(result);
        if (document) extendContext({ document });
      },
    onContextBuilding({ context, extendContext }) {
      const { document, params, request, caller, requestId, trace, log, uploads } = context;
      if (isSubscription(document, params.operationName)) return;
      const { signal } = request;
      extendContext(createGraphContext(graph, { ...caller, requestId, trace, log, uploads, signal }));
    },
  };
}

export const isSubscription = (document: DocumentNode | undefined, operationName: string | null | undefined) =>
  document !== undefined && getOperationAST(document, operationName)?.operation === OperationTypeNode.SUBSCRIPTION;
