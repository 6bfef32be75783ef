import type { Logger } from 'pino';
import type { StoredUpload } from '../../graph/core/context.ts';
import type { RequestTrace } from '../../infrastructure/telemetry/trace-context.ts';
import type { ServerBindings } from '../../tools/server-bindings.ts';
import type { Caller } from '../identity/identity.ts';
import type { AccessLogEntry } from '../middleware/access-log.ts';
import type { OperationAccount } from '../../operation/operation-account.ts';
import type { StreamRequest } from './subscription/transport/subscriptions.ts';

/** Context that the HTTP route passes to the GraphQL server with each request. */
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
