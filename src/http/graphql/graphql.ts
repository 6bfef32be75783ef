import type { GraphQLSchema } from 'graphql';
import { createYoga, maskError, type Plugin, type YogaLogger } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Connector } from '../../connector/connector.ts';
import type { GraphSettings } from '../../graph/core/context.ts';
import type { StreamEnds } from './subscription/transport/stream-ends.ts';
import type { Subscriptions } from './subscription/transport/subscriptions.ts';
import { createDocumentCaches, useDocument } from './limits/document-rules.ts';
import type { CostRules } from './limits/operation-checks.ts';
import type { GraphqlServer, RouteContext } from './route-context.ts';
import type { TrustedDocuments } from './trusted-documents/trusted-documents.ts';
import { trustedParams } from './trusted-documents/trusted-params.ts';
import { useOperation } from './use-operation.ts';

export interface GraphqlOptions extends GraphSettings {
  schema: GraphQLSchema;
  connector: Connector;
  log: Logger;
  production: boolean;
  /** Whether clients may introspect the schema. */
  introspection: boolean;
  /** The documents that clients may execute; all when omitted. */
  trustedDocuments?: TrustedDocuments | undefined;
  costs: CostRules;
  subscriptions: Subscriptions;
  /** Ends the streams of subscriptions. */
  ends: StreamEnds;
}

/** Creates the GraphQL server, which validates and runs the operations of identified callers. */
export function createGraphqlHandler({
  schema,
  log,
  production,
  introspection,
  trustedDocuments,
  costs,
  subscriptions,
  ends,
  ...graph
}: GraphqlOptions): GraphqlServer {
  const caches = createDocumentCaches();
  return createYoga<RouteContext>({
    schema,
    graphiql: false,
    cors: false,
    parserAndValidationCache: caches,
    logging: yogaLog(log),
    maskedErrors: { maskError: (error, message) => maskError(error, message, false) },
    // Each plugin has hooks of its own, so their order does not matter.
    plugins: [
      useTrustedParams(trustedDocuments),
      useDocument({ schema, introspection, caches }),
      useOperation({ graph, costs, introspection, tracesByDefault: !production, subscriptions, ends }),
    ],
  });
}

const useTrustedParams = (documents: TrustedDocuments | undefined): Plugin<object, RouteContext> => ({
  onParams({ params, setParams, context: { isTrustedGateway } }) {
    setParams(trustedParams(params, { documents, isTrustedGateway }));
  },
});

/** Creates a logger that writes Yoga's messages, and errors with their stacks, to our log. */
function yogaLog(log: Logger): YogaLogger {
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (...details: unknown[]) => {
      const err = details.find((detail) => detail instanceof Error);
      // Log only texts: other details can be a whole request.
      const texts = details.filter((detail) => typeof detail === 'string');
      log[level](err ? { err } : { details: texts }, 'GraphQL server');
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
