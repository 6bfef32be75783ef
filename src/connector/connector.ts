import type { Logger } from 'pino';
import type { ConnectorKind } from '../tools/tool.ts';
import { withoutOperationTimeout } from './session/operation-deadline.ts';
import type { AnswerCache } from './resilience/cache/answer-cache.ts';
import { createProtectedConnection, type ProtectedConnection } from './resilience/protected-connection.ts';
import type { ResilienceSettings } from './resilience/settings.ts';
import type { Scope } from './scope.ts';
import { createToolSession, type ToolSession } from './session/tool-session.ts';
import type { ListedTool } from '../tools/platform.ts';
import type { Transport } from './transport.ts';

/** How the graph names a connector's connection on the platform, and what that platform calls its tools. */
export interface ConnectionNaming {
  /** Must match the platform's name exactly. */
  connectionName: string;
  /** Put before every tool name. */
  toolPrefix: string;
}

export interface Connector {
  /**
   * The tool calls of one operation, as far as the caller's scopes allow them. `signal` ends them all; after
   * `deadlineAt`, on the clock of `performance.now()`, nobody waits for them.
   */
  openSession(operation: {
    identifier: string;
    scopes: ReadonlySet<Scope>;
    signal: AbortSignal;
    deadlineAt?: number;
    /** The log of the operation; the connector's own when omitted. */
    log?: Logger;
  }): ToolSession;
  /** @throws ToolError `NOT_CONNECTED`, `CONNECTION_EXPIRED` or `UPSTREAM_UNAVAILABLE` say why there are none. */
  listTools(request: { kind: ConnectorKind; identifier: string; signal: AbortSignal }): Promise<ListedTool[]>;
  readonly connections: readonly { kind: ConnectorKind; connectionName: string }[];
}

export interface ConnectorOptions {
  transport: Transport;
  connections: Partial<Record<ConnectorKind, ConnectionNaming>>;
  resilience: ResilienceSettings;
  /** What is kept across operations; nothing when omitted. */
  cache?: AnswerCache | undefined;
  log: Logger;
}

export function createConnector({
  transport,
  connections,
  resilience: settings,
  cache,
  log,
}: ConnectorOptions): Connector {
  const open = kinds.flatMap((kind) => {
    const naming = connections[kind];
    if (!naming) return [];
    const connection = createProtectedConnection({ ...naming, transport, settings, cache, log });
    return [{ kind, connectionName: naming.connectionName, connection }];
  });

  function connectionTo(kind: ConnectorKind): ProtectedConnection {
    const found = open.find((candidate) => candidate.kind === kind);
    if (!found) throw new Error(`No connection is configured for ${kind}.`);
    return found.connection;
  }

  return {
    connections: open.map(({ kind, connectionName }) => ({ kind, connectionName })),
    openSession: ({ identifier, scopes, signal, deadlineAt = Infinity, log: operationLog = log }) =>
      createToolSession({
        signal,
        scopes,
        log: operationLog,
        send: (call, read) => connectionTo(call.tool.connector).send({ ...call, identifier, signal, deadlineAt }, read),
      }),
    async listTools({ kind, identifier, signal }) {
      try {
        return await connectionTo(kind).listTools({ identifier, signal });
      } catch (error) {
        throw withoutOperationTimeout(error, 'list_tools');
      }
    },
  };
}

const kinds: ConnectorKind[] = ['talent', 'convo'];
