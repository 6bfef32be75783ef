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

export interface ListedTool {
  name: string;
  description: string;
  readOnly: boolean;
  inputSchema: Record<string, unknown>;
}

/** The way to a connector platform. Whatever goes wrong on it arrives as a ToolError. */
export interface Transport {
  /** @returns the payload as the service sent it, not yet read */
  execute(call: TransportCall): Promise<unknown>;
  listTools(account: { connectionName: string; identifier: string; signal: AbortSignal }): Promise<ListedTool[]>;
}
