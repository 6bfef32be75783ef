import type { ListedTool, ListRequest } from '../tools/platform.ts';
import type { Tool } from '../tools/tool.ts';

export interface TransportCall {
  connectionName: string;
  identifier: string;
  tool: Tool;
  /** With the connection's prefix. */
  toolName: string;
  input: unknown;
  signal: AbortSignal;
}

/** Sends calls to a platform. Rejects with a ToolError, or with the signal's reason once that is aborted. */
export interface Transport {
  /** @returns the service's payload, not parsed yet */
  execute(call: TransportCall): Promise<unknown>;
  listTools(request: ListRequest): Promise<ListedTool[]>;
}
