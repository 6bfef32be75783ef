import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { WebSocketServer } from 'ws';
import { maxBodyBytes } from '../../../../../operation/operation-limits.ts';
import type { Telemetry } from '../../../../../infrastructure/telemetry/telemetry.ts';
import {
  readTraceparent,
  type RequestTrace,
  traceIdOf,
} from '../../../../../infrastructure/telemetry/trace-context.ts';
import { type AccessLogEntry, graphPath, requestIdOf } from '../../../../middleware/access-log.ts';
import { closeCodes, type OpenSocket, runProtocol } from './open-socket.ts';
import { upgradeHeaders } from './socket-headers.ts';
import { createSocketProtocol, type ProtocolOptions } from './socket-protocol.ts';
import { rejectUpgrade, upgradeRejection, type UpgradeRules } from './upgrade-rules.ts';

interface SocketOptions extends ProtocolOptions {
  rules: UpgradeRules;
  telemetry: Pick<Telemetry, 'metrics'>;
}

interface Opening {
  trace: RequestTrace;
  logEntry: AccessLogEntry;
  startedAt: number;
}

/** How long clients may take to answer a close frame; working clients answer at once. */
const closingMs = 1_000;

export function createSubscriptionSockets({ rules, telemetry, ...options }: SocketOptions) {
  const { log, subscriptions } = options;
  const protocol = createSocketProtocol(options);
  const sockets = new Set<OpenSocket>();
  const webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxBodyBytes,
    // Compression would cost each socket memory of its own.
    perMessageDeflate: false,
    handleProtocols: () => GRAPHQL_TRANSPORT_WS_PROTOCOL,
  });

  const requestIds = new WeakMap<IncomingMessage, string>();
  webSockets.on('headers', (headers, request) => headers.push(`x-request-id: ${requestIds.get(request)}`));

  function report({ trace, logEntry, startedAt }: Opening, details: { status: number; [field: string]: unknown }) {
    const { identifier, code, reason, fault } = logEntry;
    const durationMs = Math.round(performance.now() - startedAt);
    const level = fault === undefined ? (details.status >= 500 ? 'warn' : 'info') : 'error';
    const { requestId } = trace;
    const line = { requestId, traceId: traceIdOf(trace), identifier, code, reason, ...details, err: fault, durationMs };
    log[level](line, `GET ${graphPath}`);
  }

  function measure(status: number, startedAt: number): void {
    const labels = { route: graphPath, method: 'GET', status };
    telemetry.metrics.requestDuration.observe(labels, (performance.now() - startedAt) / 1000);
  }

  return {
    upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
      const requestId = requestIdOf(headerOf(request, 'x-request-id'));
      const trace = { requestId, context: readTraceparent(headerOf(request, 'traceparent')) };
      const logEntry: AccessLogEntry = {};
      const startedAt = performance.now();
      const opening = { trace, logEntry, startedAt };
      const rejected = upgradeRejection(request, rules);
      if (rejected) {
        measure(rejected.status, startedAt);
        report(opening, { status: rejected.status, reason: rejected.message });
        return rejectUpgrade(connection, rejected, [`x-request-id: ${requestId}`]);
      }
      requestIds.set(request, requestId);
      webSockets.handleUpgrade(request, connection, head, (socket) => {
        measure(101, startedAt);
        const headers = upgradeHeaders(request.headers);
        const open: OpenSocket = { socket, requestId, trace, logEntry, headers, subscriptions: new Set(), count: 0 };
        sockets.add(open);
        runProtocol(open, protocol, {
          subscriptions,
          onError: (error) => (logEntry.fault ??= error),
          onClose(closeCode) {
            sockets.delete(open);
            report(opening, { status: 101, closeCode, subscriptions: open.count });
          },
        });
      });
    },
    /** Makes clients reconnect to another server, and disconnects those that do not answer. */
    async close() {
      const closing = Array.from(sockets, async ({ socket }) => {
        // Node's `once` would reject at an error event: a client can still send a malformed frame.
        const closed = new Promise((resolve) => socket.once('close', resolve));
        socket.close(closeCodes.serviceRestart, 'Service restart');
        await closed;
      });
      const timeout = new AbortController();
      await Promise.race([
        Promise.all(closing),
        wait(closingMs, undefined, { signal: timeout.signal }).catch(() => {}),
      ]);
      timeout.abort();
      for (const { socket } of sockets) socket.terminate();
    },
  };
}

const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};
