import { createYoga, maskError } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Connector } from '../connector/connector.ts';
import type { Scope } from '../connector/scope.ts';
import { createGraphContext, type GraphContext, type GraphSettings, type StoredUpload } from '../graph/context.ts';
import { schema } from '../graph/schema.ts';
import { useFailures } from './failures.ts';
import { graphiqlOptions, renderGraphiql, usePagePolicy } from './graphiql.ts';
import { useInputErrors } from './input-errors.ts';
import { useTextRules } from './text-rules.ts';
import { useTokenLimit } from './token-limit.ts';
import { useToolTrace } from './tool-trace.ts';
import { yogaLog } from './yoga-log.ts';

/** Who asks, and what they may do. */
export interface Caller {
  identifier: string;
  scopes: ReadonlySet<Scope>;
}

/** What the route hands over with each request. */
export interface RequestIdentity extends Caller {
  requestId: string;
  log: Logger;
  /** The files that came with the request. */
  uploads: ReadonlyMap<string, StoredUpload>;
}

export interface GraphqlOptions extends GraphSettings {
  connector: Connector;
  log: Logger;
  production: boolean;
}

/** A document and its variables; a thousand representations fit. */
export const maxBodyBytes = 1024 * 1024;

/** The graph over HTTP: GraphiQL for browsers, masked errors, tool calls in `extensions` when asked for. */
export function createGraphqlHandler({ log, production, ...graph }: GraphqlOptions) {
  return createYoga<RequestIdentity, GraphContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    cors: false,
    maxRequestBodySize: maxBodyBytes,
    logging: yogaLog(log),
    renderGraphiQL: renderGraphiql,
    graphiql: production ? false : graphiqlOptions,
    context: ({ request, identifier, scopes, requestId, log: requestLog, uploads }) =>
      createGraphContext(graph, { identifier, scopes, requestId, log: requestLog, uploads, signal: request.signal }),
    maskedErrors: { maskError: (error, message) => maskError(error, message, false) },
    plugins: [
      usePagePolicy(),
      useTokenLimit(),
      useInputErrors(),
      useTextRules(),
      useFailures(),
      useToolTrace({ byDefault: !production }),
    ],
  });
}
