import { type ExecutionArgs, getOperationAST, type GraphQLSchema } from 'graphql';
import { createYoga, maskError, type Plugin, type YogaInitialContext, type YogaLogger } from 'graphql-yoga';
import type { Logger } from 'pino';
import { createGraphContext, type GraphSettings } from '../../graph/core/context.ts';
import type { StreamEnds } from './subscription/stream-ends.ts';
import type { Subscriptions } from './subscription/transport/subscriptions.ts';
import { createDocumentCaches } from './limits/document-caches.ts';
import { useDocumentRules } from './limits/document-rules.ts';
import type { CostRules } from './limits/operation-checks.ts';
import type { GraphqlServer, RouteContext } from './route-context.ts';
import type { TrustedDocuments } from './trusted-documents/trusted-documents.ts';
import { trustedParams } from './trusted-documents/trusted-requests.ts';
import type { AccessLogEntry } from '../middleware/access-log.ts';
import { runAdmitted, subscriptionsOnly } from './subscription/transport/transport-rules.ts';
import { executeOperation } from '../../operation/execution/execute-plan.ts';
import { createOperationExecutor } from './execute-operation.ts';
import { createSubscribe } from './subscription/subscribe.ts';

export interface GraphqlOptions extends GraphSettings {
  schema: GraphQLSchema;
  log: Logger;
  production: boolean;
  introspection: boolean;
  /** The documents that clients may send; all if omitted. */
  trustedDocuments?: TrustedDocuments | undefined;
  costs: CostRules;
  subscriptions: Subscriptions;
  ends: StreamEnds;
}

export function createGraphqlHandler(options: GraphqlOptions): GraphqlServer {
  const { schema, introspection } = options;
  const caches = createDocumentCaches();
  return createYoga<RouteContext>({
    schema,
    graphiql: false,
    cors: false,
    parserAndValidationCache: caches,
    logging: yogaLog(options.log),
    // Hide the original error in development, too: `false` means no development mode.
    maskedErrors: { maskError: (error, message) => maskError(error, message, false) },
    // The order matters: `useDocumentRules` checks the document that `useTrustedParams` has found.
    plugins: [
      useTrustedParams(options.trustedDocuments),
      useDocumentRules({ schema, introspection, caches }),
      useOperation(options),
    ],
  });
}

const useTrustedParams = (documents: TrustedDocuments | undefined): Plugin<object, RouteContext> => ({
  onParams({ params, setParams, context: { isTrusted } }) {
    setParams(trustedParams(params, { documents, isTrusted }));
  },
});

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

type Context = RouteContext & Pick<YogaInitialContext, 'request' | 'params'>;

/** Executes queries and mutations, except over a WebSocket, and starts subscriptions. */
function useOperation(options: GraphqlOptions): Plugin<Context> {
  const execute = createOperationExecutor({ ...options, tracesByDefault: !options.production });
  const subscribe = createSubscribe(options, execute);
  return {
    onExecute({ setExecuteFn, args: { contextValue: context } }) {
      const { request, caller, requestId, trace, log, logEntry, payer, uploads, isTrusted, stream, connector } =
        context;
      setExecuteFn(async (args: ExecutionArgs) => {
        noteOperation(logEntry, args);
        if (stream.transport === 'websocket') return { errors: [subscriptionsOnly()] };
        const { headers, signal } = request;
        const hidesSchema = !options.introspection && !isTrusted;
        const contextValue = createGraphContext(
          { ...options, connector },
          { ...caller, payer, requestId, trace, log, uploads, hidesSchema, signal },
        );
        return execute({ ...args, contextValue }, { headers, logEntry }, executeOperation);
      });
    },
    onSubscribe({ setSubscribeFn, args: { contextValue: context } }) {
      setSubscribeFn(async (args: ExecutionArgs) => {
        noteOperation(context.logEntry, args);
        return runAdmitted(context, options.subscriptions, () => subscribe(args, context));
      });
    },
  };
}

function noteOperation(logEntry: AccessLogEntry, { document, operationName }: ExecutionArgs): void {
  const definition = getOperationAST(document, operationName);
  if (!definition) return;
  logEntry.operationType = definition.operation;
  if (definition.name) logEntry.operation = definition.name.value;
}
