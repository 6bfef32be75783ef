export interface ExecuteRequest {
  connectionName: string;
  identifier: string;
  /** The tool's name, with the connection's tool prefix. */
  toolName: string;
  input: unknown;
  /** Rejects the call if its tool changes data. */
  isReadOnly?: boolean;
  /** A second call of the account with the same key and input changes nothing and returns the result of the first. */
  idempotencyKey?: string | undefined;
  signal: AbortSignal;
  /** Called with the account's version before the account is used. Connecting the account again changes its version. */
  onAccountVersion?: (version: string) => void;
}

export type ListRequest = Pick<ExecuteRequest, 'connectionName' | 'identifier' | 'signal' | 'onAccountVersion'>;

export interface ListedTool {
  /** The tool's name, with the connection's tool prefix. */
  name: string;
  description: string;
  readOnly: boolean;
  /** A JSON Schema of the input. */
  inputSchema: Record<string, unknown>;
  /** A JSON Schema of the payload; older and third-party platforms may list none. */
  outputSchema?: Record<string, unknown> | undefined;
}

export interface Platform {
  /** @throws PlatformError when the call is rejected; any other error is a fault of the service */
  execute(request: ExecuteRequest): Promise<unknown>;
  /** @throws PlatformError when the identifier may not call the tools */
  listTools(request: ListRequest): Promise<ListedTool[]>;
}
