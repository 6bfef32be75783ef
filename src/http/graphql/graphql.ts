import { createYoga, maskError, type YogaLogger } from 'graphql-yoga';
import type { Writable } from 'node:stream';
import type { Logger } from 'pino';
import type { Connector } from '../../connector/connector.ts';
import {
  createGraphContext,
  type GraphContext,
  type GraphSettings,
  type StoredUpload,
} from '../../graph/core/context.ts';
import { maxBodyBytes } from '../../graph/cost/operation-limits.ts';
import { schema } from '../../graph/schema.ts';
import type { RequestTrace } from '../../telemetry/trace-context.ts';
import type { Caller } from '../identity/identity.ts';
import type { AccessLogEntry } from '../middleware/access-log.ts';
import type { CallerQuota } from '../quota/caller-quota.ts';
import { useOperationQuota } from '../quota/operation-quota.ts';
import type { StreamRequest, Subscriptions } from '../subscriptions/subscriptions.ts';
import { useSubscriptionTransport } from '../subscriptions/use-subscription-transport.ts';
import { useFailures } from './errors/failures.ts';
import { useRequestErrors, useResponseStatus } from './errors/http-errors.ts';
import { useInputErrors } from './errors/input-errors.ts';
import { useBoundedExecution } from './limits/bounded-execution.ts';
import { createDocumentCaches } from './limits/document-cache.ts';
import { useDocumentRules, useHiddenSchema } from './limits/document-rules.ts';
import { type CostRules, useOperationChecks } from './limits/operation-checks.ts';
import { useOperationOutcome } from './operation-outcome.ts';
import { useOperationReport } from './operation-report.ts';

/** Context that the HTTP route passes to the GraphQL server with each request. */
interface RouteContext {
  requestId: string;
  log: Logger;
  logEntry: AccessLogEntry;
  trace: RequestTrace;
  caller: Caller;
  /** What the caller may still spend; omitted if no rate limit applies. */
  quota?: CallerQuota | undefined;
  /** The uploaded files of the request, by the names that replace them in the variables. */
  uploads: ReadonlyMap<string, StoredUpload>;
  /** The operation of a multipart request, which the HTTP route has already read. */
  operations?: object;
  stream: StreamRequest;
  /** Where the response is written; omitted if the request does not come from a connection. */
  outgoing?: Writable | undefined;
}

export interface GraphqlOptions extends GraphSettings {
  connector: Connector;
  log: Logger;
  production: boolean;
  /** Whether clients may introspect the schema. */
  introspection: boolean;
  costs: CostRules;
  subscriptions: Subscriptions;
}

/** The GraphQL server, with the methods that a transport other than HTTP needs. */
export type GraphqlServer = ReturnType<typeof createGraphqlHandler>;

/** Creates the GraphQL server, which validates and runs the operations of identified callers. */
export function createGraphqlHandler({
  log,
  production,
  introspection,
  costs,
  subscriptions,
  ...graph
}: GraphqlOptions) {
  return createYoga<RouteContext, GraphContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: false,
    cors: false,
    maxRequestBodySize: maxBodyBytes,
    parserAndValidationCache: createDocumentCaches(),
    logging: yogaLog(log),
    context: ({ request, caller, requestId, trace, log: requestLog, uploads }) =>
      createGraphContext(graph, { ...caller, requestId, trace, log: requestLog, uploads, signal: request.signal }),
    maskedErrors: { maskError: (error, message) => maskError(error, message, false) },
    plugins: [
      useResponseStatus(),
      useRequestErrors(),
      useDocumentRules({ suggestions: introspection }),
      ...(introspection ? [] : [useHiddenSchema()]),
      useInputErrors(),
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
