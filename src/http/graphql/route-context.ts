import type { ExecutionResult } from 'graphql';
import type { GraphQLParams, PromiseOrValue } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Connector } from '../../connector/connector.ts';
import type { StoredUpload } from '../../graph/core/context.ts';
import type { RequestTrace } from '../../infrastructure/telemetry/trace-context.ts';
import type { ServerBindings } from '../../tools/server-bindings.ts';
import type { Caller } from '../identity/identity.ts';
import type { AccessLogEntry } from '../middleware/access-log.ts';
import type { Payer } from '../../operation/payer.ts';

export type StreamTransport = 'sse' | 'websocket';

export interface StreamRequest {
  /** How results are streamed; undefined if the client accepts a single response only. */
  transport: StreamTransport | undefined;
  /** Reports that the subscription has started and waits for events. */
  onStart?: (() => void) | undefined;
  /** Frees the caller's place among its subscriptions; set once the subscription has started. */
  release?: (() => void) | undefined;
}

export interface RouteContext {
  requestId: string;
  log: Logger;
  logEntry: AccessLogEntry;
  trace: RequestTrace;
  caller: Caller;
  /** Whether the document may be unlisted and read the schema: a gateway sent it, or the operator chose it. */
  isTrusted: boolean;
  payer: Payer;
  connector: Connector;
  /** The stored files by part name. In the variables, the part names replace null. */
  uploads: ReadonlyMap<string, StoredUpload>;
  stream: StreamRequest;
  /** The socket and the response of Node; omitted for operations over a WebSocket. */
  connection?: Partial<ServerBindings> | undefined;
}

/** The URL of requests that did not come to `/graphql`: the GraphQL server rejects any other path. */
export const internalUrl = 'http://localhost/graphql';

export interface GraphqlServer {
  getResultForParams(
    operation: { request: Request; params: GraphQLParams },
    context: RouteContext,
  ): PromiseOrValue<ExecutionResult | AsyncIterable<ExecutionResult> | undefined>;
}
