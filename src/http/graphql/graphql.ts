import { createYoga, type GraphQLParams, maskError } from 'graphql-yoga';
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
import type { Identification, IdentityPlugin } from '../identity/identity.ts';
import { useHiddenSchema } from './introspection.ts';
import { useInputErrors } from './errors/input-errors.ts';
import { useMultipartOperation } from '../uploads/multipart-operation.ts';
import { useOperationLog } from './operation-log.ts';
import { useOperationEnd } from './operation-end.ts';
import { useOperationTypes } from './operation-types.ts';
import { useTextRules } from './limits/text-rules.ts';
import { useReadableRequests } from './readable-requests.ts';
import { useRepresentationLimit } from './limits/representation-limit.ts';
import { useToolTrace } from './tool-trace.ts';
import { yogaLog } from './yoga-log.ts';

/** What the route hands over with each request. */
interface RouteContext extends Identification {
  /** The files that came with the request. */
  uploads: ReadonlyMap<string, StoredUpload>;
  /** Reads the operation of a request whose body the library does not read. */
  readOperation?: () => Promise<GraphQLParams | Response>;
}

export interface GraphqlOptions extends GraphSettings {
  connector: Connector;
  identity: IdentityPlugin;
  log: Logger;
  production: boolean;
  /** Whether callers who do not know the schema may learn it. */
  introspection: boolean;
}

/** The graph over HTTP: GraphiQL for browsers, masked errors, tool calls in `extensions` when asked for. */
export function createGraphqlHandler({ log, production, introspection, identity, ...graph }: GraphqlOptions) {
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
      if (!caller) throw new Error('The identity plugin told no caller.');
      return createGraphContext(graph, { ...caller, requestId, log: requestLog, uploads, signal: request.signal });
    },
    maskedErrors: { maskError: (error, message) => maskError(error, message, false) },
    plugins: [
      identity,
      useAnswerStatus(),
      useOperationLog(),
      useMultipartOperation(),
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
