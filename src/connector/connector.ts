import type { Logger } from 'pino';
import { createTelemetry, type Telemetry } from '../infrastructure/telemetry/telemetry.ts';
import type { ListedTool } from '../tools/platform.ts';
import type { ConnectorKind } from '../tools/tool.ts';
import { operationTimeoutAsToolError } from '../operation/calls/operation-timeout.ts';
import type { ResultCache } from './resilience/cache/result-cache.ts';
import {
  type ConnectionStatus,
  createProtectedConnection,
  type ProtectedConnection,
} from './resilience/protected-connection.ts';
import type { ResilienceSettings } from './resilience/settings.ts';
import { createToolSession, type SessionOptions, type ToolSession } from './tool-session.ts';
import type { Transport } from './transport.ts';

/** The name and the tool prefix of a connection, as configured on the platform. */
export interface ConnectionNaming {
  /** Must equal the name that is configured on the platform. */
  connectionName: string;
  /** Prefix of every tool name; may be empty. */
  toolPrefix: string;
}

export interface Connector {
  /** Opens a session for the tool calls of one operation. */
  openSession(operation: Omit<SessionOptions, 'log'> & { log?: Logger }): ToolSession;
  /**
   * Lists the tools of a connection that the identifier can call.
   * @throws ToolError, such as `NOT_CONNECTED`, `CONNECTION_EXPIRED` or `UPSTREAM_UNAVAILABLE`
   */
  listTools(request: { kind: ConnectorKind; identifier: string; signal: AbortSignal }): Promise<ListedTool[]>;
  /**
   * Makes the later reads of an identifier call the tools: discards its cached results, and lets no later read join one
   * in flight.
   */
  discardReads(identifier: string): void;
  /**
   * Reports that the platform has been reached by other means, such as a readiness probe, so that calls paused by a
   * circuit breaker can continue early.
   */
  reportReachable(): void;
  /** The state of each connection, for metrics. */
  status(): ConnectionStatus[];
  readonly connections: readonly { kind: ConnectorKind; connectionName: string }[];
}

export interface ConnectorOptions {
  transport: Transport;
  connections: Partial<Record<ConnectorKind, ConnectionNaming>>;
  resilience: ResilienceSettings;
  /** Shared by all operations; if omitted, nothing is cached. */
  cache?: ResultCache | undefined;
  /** Measures the calls; by default, nothing reads the measurements. */
  telemetry?: Pick<Telemetry, 'metrics' | 'tracer'>;
  log: Logger;
}

export function createConnector({
  transport,
  connections,
  resilience: settings,
  cache,
  telemetry = createTelemetry(),
  log,
}: ConnectorOptions): Connector {
  const open = kinds.flatMap((kind) => {
    const naming = connections[kind];
    if (!naming) return [];
    const connection = createProtectedConnection({ ...naming, transport, settings, cache, telemetry, log });
    return [{ kind, connectionName: naming.connectionName, connection }];
  });

  function connectionTo(kind: ConnectorKind): ProtectedConnection {
    const found = open.find((candidate) => candidate.kind === kind);
    if (!found) throw new Error(`No connection is configured for ${kind}.`);
    return found.connection;
  }

  return {
    connections: open.map(({ kind, connectionName }) => ({ kind, connectionName })),
    discardReads(identifier) {
      for (const { connection } of open) connection.discardReads(identifier);
    },
    reportReachable() {
      for (const { connection } of open) connection.reportReachable();
    },
    status: () => open.map(({ connection }) => connection.status()),
    openSession: (operation) => createToolSession(connectionTo, { log, ...operation }),
    async listTools({ kind, identifier, signal }) {
      try {
        return await connectionTo(kind).listTools({ identifier, signal });
      } catch (error) {
        throw operationTimeoutAsToolError(error, 'list_tools');
      }
    },
  };
}

const kinds: ConnectorKind[] = ['talent', 'convo'];
