/** A tool call as the platform receives it. */
export interface ExecuteRequest {
  connectionName: string;
  identifier: string;
  /** Includes the connection's tool prefix. */
  toolName: string;
  input: unknown;
  signal: AbortSignal;
}

export interface ListRequest {
  connectionName: string;
  identifier: string;
  signal: AbortSignal;
}

/**
 * A tool as the tool listing describes it; `name` includes the connection's tool prefix, `inputSchema` is JSON Schema.
 */
export interface ListedTool {
  name: string;
  description: string;
  readOnly: boolean;
  inputSchema: Record<string, unknown>;
}

/** Runs tool calls: finds the connection, the account and the tool, parses the input and calls the service. */
export interface Platform {
  /** @throws PlatformError when the call is rejected; any other error is a fault of the service */
  execute(request: ExecuteRequest): Promise<unknown>;
  /** @throws PlatformError when the identifier may not call the tools of the connection */
  listTools(request: ListRequest): Promise<ListedTool[]>;
}
