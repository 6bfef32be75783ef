/** A tool call as the platform receives it. */
export interface ExecuteRequest {
  connectionName: string;
  identifier: string;
  /** Name of the tool, with the connection's tool prefix. */
  toolName: string;
  input: unknown;
  /** Rejects the call if its tool changes data. */
  isReadOnly?: boolean;
  signal: AbortSignal;
}

export interface ListRequest {
  connectionName: string;
  identifier: string;
  signal: AbortSignal;
}

/** A tool in the list of tools. `name` includes the connection's tool prefix; `inputSchema` is a JSON Schema. */
export interface ListedTool {
  name: string;
  description: string;
  readOnly: boolean;
  inputSchema: Record<string, unknown>;
}

/** Runs tool calls: finds the connection, the account and the tool, parses the input and calls the service. */
export interface Platform {
  /**
   * Runs a tool and returns its payload.
   * @throws PlatformError when the call is rejected; any other error is a fault of the service
   */
  execute(request: ExecuteRequest): Promise<unknown>;
  /** Lists the tools of a connection. @throws PlatformError when the identifier may not call them */
  listTools(request: ListRequest): Promise<ListedTool[]>;
}
