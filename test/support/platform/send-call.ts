import pino from 'pino';
import { z } from 'zod';
import {
  createProtectedConnection,
  type ProtectedConnection,
} from '../../../src/connector/resilience/protected-connection.ts';
import { resilienceSettings } from '../../../src/connector/resilience/settings.ts';
import { createToolLedger } from '../../../src/operation/calls/tool-ledger.ts';
import type { Transport, TransportCall } from '../../../src/connector/transport.ts';
import { createTelemetry } from '../../../src/infrastructure/telemetry/telemetry.ts';
import { calm } from '../graph/calm-resilience.ts';

const log = pino({ level: 'silent' });

/** The connections of each transport, by name. */
const connections = new WeakMap<Transport, Map<string, ProtectedConnection>>();

type UnsentCall = Omit<TransportCall, 'onAccountVersion'> & Partial<Pick<TransportCall, 'onAccountVersion'>>;

/** Sends a call over the transport, without retries or shared calls, and returns the payload. */
export function sendCall(transport: Transport, { connectionName, toolName, ...call }: UnsentCall): Promise<unknown> {
  const named = connections.get(transport) ?? new Map<string, ProtectedConnection>();
  connections.set(transport, named);
  const connection =
    named.get(connectionName) ??
    createProtectedConnection({
      connectionName,
      toolPrefix: toolName.slice(0, -call.tool.name.length),
      transport,
      settings: resilienceSettings(600_000, { ...calm, maxRetries: 0 }),
      cache: undefined,
      telemetry: createTelemetry(),
      log,
    });
  named.set(connectionName, connection);
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  connection.discardReads(call.identifier);
  connection.send({
    ...call,
    tool: { ...call.tool, output: z.unknown() },
    keys: 1,
    deadlineAt: Infinity,
    ledger: createToolLedger(),
    log,
    succeed: ({ payload }) => resolve(payload),
    fail: reject,
  });
  return promise;
}
