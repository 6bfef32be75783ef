import { execute, type GraphQLSchema } from 'graphql';
import { createYoga, maskError, type Plugin, type YogaLogger } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Connector } from '../../connector/connector.ts';
import type { GraphContext, GraphSettings } from '../../graph/core/context.ts';
import { useOperationQuota } from './limits/operation-quota.ts';
import type { Subscriptions } from '../subscription-transport/subscriptions.ts';
import { useSubscriptionTransport } from '../subscription-transport/use-subscription-transport.ts';
import type { StreamEnds } from '../subscription-transport/stream-ends.ts';
import { useFailures } from './errors/failures.ts';
import { useRequestErrors, useResponseStatus } from './errors/http-errors.ts';
import { useBoundedExecution } from './limits/bounded-execution.ts';
import { createDocumentCaches } from './limits/document-cache.ts';
import { useDocumentRules, useHiddenSchema } from './limits/document-rules.ts';
import { type CostRules, useOperationChecks } from './limits/operation-checks.ts';
import { useInlineTrace } from './inline-trace/use-inline-trace.ts';
import { useOperationContext } from './operation-context.ts';
import { useOperationOutcome } from './operation-outcome.ts';
import { useOperationReport } from './operation-report.ts';
import { type RouteContext, useRouteContext } from './route-context.ts';
import { useSubscriptions } from './subscription/use-subscriptions.ts';
import type { TrustedDocuments } from './trusted-documents/trusted-documents.ts';
import { useTrustedDocuments } from './trusted-documents/use-trusted-documents.ts';

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

/** The GraphQL server, with the methods that a transport other than HTTP needs. */
export type GraphqlServer = ReturnType<typeof createGraphqlHandler>;

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
}: GraphqlOptions) {
  const caches = createDocumentCaches();
  return createYoga<RouteContext, GraphContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: false,
    cors: false,
    // `useRequestErrors` reads and limits the body.
    maxRequestBodySize: false,
    parserAndValidationCache: caches,
    logging: yogaLog(log),
    maskedErrors: { maskError: (error, message) => maskError(error, message, false) },
    plugins: [
      useRouteContext(),
      useReferenceExecutor,
      useInlineTrace(),
      useOperationContext(graph),
      useResponseStatus(),
      useRequestErrors(),
      useTrustedDocuments(trustedDocuments),
      useDocumentRules({ schema, introspection, caches }),
      ...(introspection ? [] : [useHiddenSchema()]),
      useSubscriptions({ graph, ends }),
      useFailures(),
      useOperationOutcome(),
      useBoundedExecution(),
      // Charges the cost when the bounded execution ends, which can be before all resolvers do.
      useOperationQuota(),
      // Replaces the executor of an operation that is rejected, so that nothing is reserved for it.
      useOperationChecks({ ...costs, suggestions: introspection }),
      useOperationReport({ tracesByDefault: !production }),
      // Replaces what the other plugins chose: the executor of a rejected operation and the processor of a result.
      useSubscriptionTransport(subscriptions),
    ],
  });
}

/** Executes operations with graphql-js, like events of subscriptions: Yoga's own executor takes more CPU time per field. */
const useReferenceExecutor: Plugin = { onExecute: ({ setExecuteFn }) => setExecuteFn(execute) };

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
