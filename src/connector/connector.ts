import pLimit, { type LimitFunction } from 'p-limit';
import type { ConnectorKind } from '../tools/tool.ts';
import type { Scope } from './scope.ts';
import { createToolSession, type ToolSession } from './tool-session.ts';
import type { ListedTool, Transport } from './transport.ts';

/** How the graph names a connector's connection on the platform, and what that platform calls its tools. */
export interface ConnectionNaming {
  /** Must match the platform's name exactly. */
  connectionName: string;
  /** Put before every tool name. */
  toolPrefix: string;
}

export interface Connector {
  /** The tool calls of one operation, as far as the caller's scopes allow them; `signal` ends them all. */
  openSession(operation: { identifier: string; scopes: ReadonlySet<Scope>; signal: AbortSignal }): ToolSession;
  /** @throws ToolError `NOT_CONNECTED`, `CONNECTION_EXPIRED` or `UPSTREAM_UNAVAILABLE` say why there are none. */
  listTools(request: { kind: ConnectorKind; identifier: string; signal: AbortSignal }): Promise<ListedTool[]>;
  readonly connections: readonly { kind: ConnectorKind; connectionName: string }[];
}

/** How many calls one caller may have in flight on one connection. */
export const maxCallsInFlight = 10;

export function createConnector(options: {
  transport: Transport;
  connections: Partial<Record<ConnectorKind, ConnectionNaming>>;
}): Connector {
  const { transport, connections } = options;
  const bulkhead = createBulkhead();

  function naming(kind: ConnectorKind): ConnectionNaming {
    const found = connections[kind];
    if (!found) throw new Error(`No connection is configured for ${kind}.`);
    return found;
  }

  return {
    connections: kinds.flatMap((kind) => {
      const found = connections[kind];
      return found ? [{ kind, connectionName: found.connectionName }] : [];
    }),
    openSession: ({ identifier, scopes, signal }) =>
      createToolSession({
        signal,
        scopes,
        send(tool, input) {
          const { connectionName, toolPrefix } = naming(tool.connector);
          return bulkhead(connectionName, identifier, async () => {
            signal.throwIfAborted();
            return transport.execute({
              connectionName,
              identifier,
              tool,
              toolName: toolPrefix + tool.name,
              input,
              signal,
            });
          });
        },
      }),
    listTools: ({ kind, identifier, signal }) =>
      transport.listTools({ connectionName: naming(kind).connectionName, identifier, signal }),
  };
}

const kinds: ConnectorKind[] = ['talent', 'convo'];

/** One queue a connection and identifier; forgotten when nothing waits in it. */
function createBulkhead() {
  const queues = new Map<string, LimitFunction>();
  return async <Answer>(connectionName: string, identifier: string, run: () => Promise<Answer>): Promise<Answer> => {
    const key = JSON.stringify([connectionName, identifier]);
    const queue = queues.get(key) ?? pLimit(maxCallsInFlight);
    queues.set(key, queue);
    try {
      return await queue(run);
    } finally {
      if (queue.activeCount + queue.pendingCount === 0 && queues.get(key) === queue) queues.delete(key);
    }
  };
}
