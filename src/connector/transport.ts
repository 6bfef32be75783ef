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

/** The way to a connector platform. Whatever goes wrong on it arrives as a ToolError. */
export interface Transport {
  /** @returns the payload as the service sent it, not yet read */
  execute(call: TransportCall): Promise<unknown>;
  listTools(request: ListRequest): Promise<ListedTool[]>;
}
