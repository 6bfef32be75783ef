import type { Socket } from 'node:net';
import { listen } from '../../../../../src/http/listen.ts';
import { rateLimited } from '../../../../../src/http/middleware/error-response.ts';
import { overloaded } from '../../../../../src/http/middleware/load-shedding.ts';
import { createPayer } from '../../../../../src/operation/payer.ts';
import { createOperationSlots } from '../../../../../src/operation/operation-slots.ts';
import { resultText } from '../../../../../src/http/graphql/errors/result-text.ts';
import { eventStreamResponse } from '../../../../../src/http/graphql/subscription/transport/sse-response.ts';
import {
  createSubscriptions,
  type StreamTimes,
} from '../../../../../src/http/graphql/subscription/transport/subscriptions.ts';
import { createSubscriptionSockets } from '../../../../../src/http/graphql/subscription/transport/websocket/subscription-sockets.ts';
import { createTelemetry } from '../../../../../src/infrastructure/telemetry/telemetry.ts';
import { scriptedConnector } from '../../../../connector/resilience/scripted-connector.ts';
import { captureLog } from '../../../../support/log-capture.ts';
import { openSocket } from '../../../../support/network/raw-request.ts';

/** The text of a request for a WebSocket. */
export const upgradeRequest = [
  'GET /graphql HTTP/1.1',
  'host: localhost',
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-protocol: graphql-transport-ws',
  '\r\n',
].join('\r\n');

export interface Source {
  /** Number of results that were read. */
  read: number;
  ended: Promise<void>;
}

interface StreamsOptions {
  times?: Partial<StreamTimes>;
  bytes?: number;
  /** The error with which each subscription over a WebSocket fails to start. */
  failure?: Error;
}

/** A server whose subscriptions yield results of a given size as fast as they are read. */
export async function startStreams({ times, bytes = 1, failure }: StreamsOptions) {
  const { log, lines: logged } = captureLog();
  const telemetry = createTelemetry();
  const subscriptions = createSubscriptions({ limit: 10, telemetry, log, times });
  const sources: Source[] = [];
  const text = 'x'.repeat(bytes);

  function results() {
    const ended = Promise.withResolvers<void>();
    const source: Source = { read: 0, ended: ended.promise };
    sources.push(source);
    async function* read() {
      try {
        for (;;) {
          // Yields to the event loop, as reading from a real event log does.
          await new Promise((resolve) => setImmediate(resolve));
          source.read += 1;
          yield { data: { text, number: source.read } };
        }
      } finally {
        ended.resolve();
      }
    }
    return read();
  }

  const { connector } = scriptedConnector({ answer: async () => ({}) });
  const record = { requestId: 'request', traceId: undefined, identifier: 'ada', operation: undefined };
  const sockets = createSubscriptionSockets({
    server: {
      getResultForParams() {
        if (failure) throw failure;
        return results();
      },
    },
    identify: () => ({ identifier: 'ada', scopes: new Set() }),
    checkGateway: () => false,
    connectorFor: () => connector,
    slots: createOperationSlots({ rateLimited, overloaded }),
    subscriptions,
    createPayer,
    limit: 10,
    rules: { hosts: undefined, isAllowedOrigin: () => false, isUnavailable: () => false },
    telemetry,
    log,
  });
  const listener = await listen(
    (_request, connection) =>
      eventStreamResponse(subscriptions.track(results(), { transport: 'sse', record }), {
        textOf: resultText,
        subscriptions,
        connection,
      }),
    { host: '127.0.0.1', port: 0, upgrade: sockets.upgrade },
  );
  const opened: Socket[] = [];
  return {
    ...listener,
    logged,
    sources,
    sockets,
    telemetry,
    /** Opens a TCP connection that does not read, and sends a text. */
    async stall(request: string) {
      const socket = await openSocket(listener.url);
      opened.push(socket);
      socket.pause();
      socket.write(request);
      return socket;
    },
    async close() {
      for (const socket of opened) socket.destroy();
      await sockets.close();
      await listener.close();
    },
  };
}
