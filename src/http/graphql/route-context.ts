import type { ExecutionResult } from 'graphql';
import type { GraphQLParams, PromiseOrValue } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { StoredUpload } from '../../graph/core/context.ts';
import type { RequestTrace } from '../../infrastructure/telemetry/trace-context.ts';
import type { ServerBindings } from '../../tools/server-bindings.ts';
import type { Caller } from '../identity/identity.ts';
import type { AccessLogEntry } from '../middleware/access-log.ts';
import type { OperationAccount } from '../../operation/operation-account.ts';

export type StreamTransport = 'sse' | 'websocket';

/** The transport of an operation, and what must happen when its subscription starts and ends. */
export interface StreamRequest {
  /** Undefined if the client accepts a single response only. */
  transport: StreamTransport | undefined;
  /** Called when the subscription has started and waits for events. */
  onStart?: (() => void) | undefined;
  /** Gives back the place that the subscription has taken; set when it starts. */
  release?: (() => void) | undefined;
}

/** What a transport passes to the GraphQL server with each operation. */
export interface RouteContext {
  requestId: string;
  log: Logger;
  logEntry: AccessLogEntry;
  trace: RequestTrace;
  caller: Caller;
  /** Whether a gateway sent the request that may execute documents besides the trusted ones. */
  isTrustedGateway: boolean;
  account: OperationAccount;
  /** The uploaded files of the request, by the names that replace them in the variables. */
  uploads: ReadonlyMap<string, StoredUpload>;
  stream: StreamRequest;
  /** The connection of the request; omitted if it does not come from one. */
  connection?: Partial<ServerBindings> | undefined;
}

/** Executes operations, whichever transport has received them. */
export interface GraphqlServer {
  getResultForParams(
    operation: { request: Request; params: GraphQLParams },
    context: RouteContext,
  ): PromiseOrValue<ExecutionResult | AsyncIterable<ExecutionResult> | undefined>;
}
