import type { Logger } from 'pino';
import { createTelemetry, type Telemetry } from '../infrastructure/telemetry/telemetry.ts';
import { operationTimeoutAsToolError } from '../operation/calls/operation-timeout.ts';
import type { ConnectorKind } from '../tools/tool.ts';
import type { ResultCache } from './resilience/cache/result-cache.ts';
import { type ProtectedConnection, createProtectedConnection } from './resilience/protected-connection.ts';
import type { ResilienceSettings } from './resilience/settings.ts';
import { createToolSession, type SessionOptions } from './tool-session.ts';
import type { Transport } from './transport.ts';

export interface ConnectionNaming {
  /** The name that is configured on the platform. */
  connectionName: string;
  /** Prefix of every tool name; may be empty. */
  toolPrefix: string;
}

export type Connector = ReturnType<typeof createConnector>;

export interface ConnectorOptions {
  transport: Transport;
  connections: Partial<Record<ConnectorKind, ConnectionNaming>>;
  resilience: ResilienceSettings;
  cache?: ResultCache | undefined;
  telemetry?: Pick<Telemetry, 'metrics' | 'tracer'>;
  log: Logger;
}

const kinds: ConnectorKind[] = ['talent', 'convo'];

/** Opens the configured connections. Every tool call of the graph is made by a session of the connector. */
export function createConnector({
  transport,
  connections,
  resilience: settings,
  cache,
  telemetry = createTelemetry(),
  log,
}: ConnectorOptions) {
  const opened = kinds.flatMap((kind) => {
    const naming = connections[kind];
    if (!naming) return [];
    const connection = createProtectedConnection({ ...naming, transport, settings, cache, telemetry, log });
    return [{ kind, connectionName: naming.connectionName, connection }];
  });

  function connectionTo(kind: ConnectorKind): ProtectedConnection {
    const found = opened.find((candidate) => candidate.kind === kind);
    if (!found) throw new Error(`No connection is configured for ${kind}.`);
    return found.connection;
  }

  return {
    connections: opened.map(({ kind, connectionName }) => ({ kind, connectionName })),
    /** Discards cached results of an identifier; later reads do not join reads already in flight. */
    discardReads(identifier: string): void {
      for (const { connection } of opened) connection.discardReads(identifier);
    },
    /** Ends pauses of the circuit breakers early, after another kind of request has reached the platform. */
    reportReachable(): void {
      for (const { connection } of opened) connection.reportReachable();
    },
    status: () => opened.map(({ connection }) => connection.status()),
    openSession: (operation: SessionOptions) => createToolSession(connectionTo, { log, ...operation }),
    /** @throws ToolError, such as `NOT_CONNECTED`, `CONNECTION_EXPIRED` or `UPSTREAM_UNAVAILABLE` */
    async listTools({ kind, ...request }: { kind: ConnectorKind; identifier: string; signal: AbortSignal }) {
      try {
        return await connectionTo(kind).listTools(request);
      } catch (error) {
        throw operationTimeoutAsToolError(error, 'list_tools');
      }
    },
  };
}
