import pino from 'pino';
import {
  createProtectedConnection,
  type ProtectedConnection,
} from '../../../src/connector/resilience/protected-connection.ts';
import { resilienceSettings } from '../../../src/connector/resilience/settings.ts';
import { createToolLedger } from '../../../src/operation/calls/tool-ledger.ts';
import type { Transport, TransportCall } from '../../../src/connector/transport.ts';
import { createTelemetry } from '../../../src/infrastructure/telemetry/telemetry.ts';
import { calm } from '../graph/calm-resilience.ts';

/** The connections of each transport, by name. */
const connections = new WeakMap<Transport, Map<string, ProtectedConnection>>();

/** Sends a call over a connection of the transport that neither retries nor shares calls. Returns its payload. */
export function sendCall(transport: Transport, { connectionName, toolName, ...call }: TransportCall): Promise<unknown> {
  const named = connections.get(transport) ?? new Map<string, ProtectedConnection>();
  connections.set(transport, named);
  const connection =
    named.get(connectionName) ??
    createProtectedConnection({
      connectionName,
      toolPrefix: toolName.slice(0, -call.tool.name.length),
      transport,
      settings: resilienceSettings(600_000, { ...calm, retry: { maxRetries: 0 } }),
      cache: undefined,
      telemetry: createTelemetry(),
      log: pino({ level: 'silent' }),
    });
  named.set(connectionName, connection);
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const ends = { read: (payload: unknown) => payload, succeed: resolve, fail: reject };
  connection.discardReads(call.identifier);
  connection.send({ ...call, ...ends, keys: 1, ledger: createToolLedger(), deadlineAt: Infinity });
  return promise;
}
