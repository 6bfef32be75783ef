import { createYoga, maskError } from 'graphql-yoga';
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
import { useAnswerStatus } from './errors/answer-status.ts';
import { useCallBudget } from './limits/call-plan-check.ts';
import { useDocumentLimits } from './limits/document-limits.ts';
import { useFailures } from './errors/failures.ts';
import { graphiqlOptions, renderGraphiql, usePagePolicy } from './graphiql/graphiql.ts';
import type { Caller } from '../identity/identity.ts';
import type { AccessLogEntry } from '../middleware/access-log.ts';
import { useHiddenSchema } from './introspection.ts';
import { useInputErrors } from './errors/input-errors.ts';
import { useOperationLog } from './operation-log.ts';
import { useOperationEnd } from './operation-end.ts';
import { useOperationTypes } from './operation-types.ts';
import { useTextRules } from './limits/text-rules.ts';
import { useReadableRequests } from './readable-requests.ts';
import { useRepresentationLimit } from './limits/representation-limit.ts';
import { useToolTrace } from './tool-trace.ts';
import { yogaLog } from './yoga-log.ts';

/** Server context that the route passes with each request. */
export interface RouteContext {
  requestId: string;
  log: Logger;
  logEntry: AccessLogEntry;
  /** Missing for GraphiQL, which runs no operation. */
  caller?: Caller;
  /** The files of the request. */
  uploads: ReadonlyMap<string, StoredUpload>;
}

export interface GraphqlOptions extends GraphSettings {
  connector: Connector;
  log: Logger;
  production: boolean;
  /** Whether callers who do not know the schema may learn it. */
  introspection: boolean;
}

/** The graph over HTTP: GraphiQL for browsers, masked errors, tool calls in `extensions` when asked for. */
export function createGraphqlHandler({ log, production, introspection, ...graph }: GraphqlOptions) {
  return createYoga<RouteContext, GraphContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    cors: false,
    maxRequestBodySize: maxBodyBytes,
    logging: yogaLog(log),
    renderGraphiQL: renderGraphiql,
    graphiql: production ? false : graphiqlOptions,
    context({ request, caller, requestId, log: requestLog, uploads }) {
      if (!caller) throw new Error('The route passed no caller.');
      return createGraphContext(graph, { ...caller, requestId, log: requestLog, uploads, signal: request.signal });
    },
    maskedErrors: { maskError: (error, message) => maskError(error, message, false) },
    plugins: [
      useAnswerStatus(),
      useOperationLog(),
      useReadableRequests(),
      usePagePolicy(),
      useDocumentLimits(),
      useOperationTypes(),
      ...(introspection ? [] : [useHiddenSchema()]),
      useInputErrors(),
      useTextRules(),
      useRepresentationLimit(),
      useFailures(),
      useCallBudget(),
      useOperationEnd(),
      useToolTrace({ byDefault: !production }),
    ],
  });
}
