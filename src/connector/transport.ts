import type { RequestTrace } from '../infrastructure/telemetry/trace-context.ts';
import type { ListedTool, ListRequest } from '../tools/platform.ts';
import type { Tool } from '../tools/tool.ts';

/** Identifies an account: a connection, and the user on whose behalf calls are made. */
export interface Account {
  connectionName: string;
  identifier: string;
}

export interface TransportCall extends Account {
  tool: Tool;
  /** Includes the connection's tool prefix. */
  toolName: string;
  input: unknown;
  signal: AbortSignal;
  /** The request that makes the call and its trace, which the platform continues. */
  trace: RequestTrace;
}

/** Sends calls to a platform. Its methods reject with a ToolError, or with the signal's reason if that is aborted. */
export interface Transport {
  /** How many calls it can usefully have in flight on one connection; further calls are queued. 50 by default. */
  maxCallsInFlight?: number;
  /** @returns the service's payload, unparsed */
  execute(call: TransportCall): Promise<unknown>;
  listTools(request: ListRequest): Promise<ListedTool[]>;
}
