import { isUtf8 } from 'node:buffer';
import { MessageType, parseMessage, type Server, stringifyMessage } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { RequestTrace } from '../../../../../infrastructure/telemetry/trace-context.ts';
import type { Caller } from '../../../../identity/identity.ts';
import type { AccessLogEntry } from '../../../../middleware/access-log.ts';
import type { TrackedResults } from '../tracked-results.ts';
import type { Subscriptions } from '../subscriptions.ts';

/** A subscription on a WebSocket; `results` is set when the subscription has started. */
export interface SocketSubscription {
  controller: AbortController;
  results?: TrackedResults | undefined;
}

export interface OpenSocket {
  socket: WebSocket;
  requestId: string;
  trace: RequestTrace;
  logEntry: AccessLogEntry;
  /** The headers of the upgrade; from `connection_init` on, the headers of each subscription. */
  headers: Record<string, string>;
  /** Set once `connection_init` has identified the caller. */
  caller?: Caller | undefined;
  /** Whether `connection_init` came from a trusted gateway. */
  isTrusted?: boolean;
  subscriptions: Set<SocketSubscription>;
  /** Subscriptions that the client has requested so far. */
  count: number;
}

/** WebSocket close codes. `graphql-ws` clients reconnect unless the code is `serverError` or `badRequest`. */
export const closeCodes = {
  serviceRestart: 1012,
  tryAgainLater: 1013,
  serverError: 1011,
  badRequest: 4400,
  forbidden: 4403,
} as const;

/** Maximum size of a message before the caller is identified, in bytes: enough for a long token. */
const maxUnidentifiedBytes = 32 * 1024;

/** Omits the payload of the ping, so that one text serves all pings. */
const pong = stringifyMessage({ type: MessageType.Pong });

/** Unsent data above which a client is disconnected at once: a large result is 10 million characters. */
const maxUnsentBytes = 16 * 1024 * 1024;

export const isExpired = (caller: Caller | undefined) =>
  caller?.expiresAt !== undefined && caller.expiresAt.getTime() <= Date.now();

interface RunOptions {
  subscriptions: Pick<Subscriptions, 'pulse' | 'times'>;
  onClose: (code: number) => void;
  onError: (error: unknown) => void;
}

/**
 * Each subscription finishes sending an event before it reads the next one. A client that does not read, or does not
 * answer pings, is disconnected.
 */
export function runProtocol(
  open: OpenSocket,
  protocol: Server<OpenSocket>,
  { subscriptions: { pulse, times }, onClose, onError }: RunOptions,
): void {
  const { socket } = open;
  let answeredAt = performance.now();
  let blockedAt: number | undefined;

  function end(reason: 'stalled' | 'client'): void {
    for (const { controller, results } of open.subscriptions) {
      results?.stop(reason);
      controller.abort();
    }
    open.subscriptions.clear();
  }
  const disconnect = () => {
    end('stalled');
    socket.terminate();
  };
  const disconnectIfUnread = () => {
    if (socket.bufferedAmount > maxUnsentBytes) disconnect();
  };

  const stopPulse = pulse.add(() => {
    const stalledSince = performance.now() - times.stalledMs;
    if (socket.bufferedAmount > 0) {
      blockedAt ??= performance.now();
      // Do not ping: the ping would only be buffered too.
      if (blockedAt <= stalledSince) disconnect();
      return;
    }
    blockedAt = undefined;
    if (answeredAt <= stalledSince) return disconnect();
    socket.ping();
    // Running subscriptions report an expired token themselves.
    if (isExpired(open.caller) && open.subscriptions.size === 0) socket.close(closeCodes.forbidden, 'Forbidden');
  });
  socket.on('pong', () => (answeredAt = performance.now()));
  socket.on('ping', disconnectIfUnread);
  // Ignore errors: the library closes the connection itself, with the code of the error.
  socket.on('error', () => {});

  const send = (text: string) =>
    new Promise<void>((resolve) => {
      disconnectIfUnread();
      if (socket.readyState !== socket.OPEN) {
        // The socket is closed. Stop the subscriptions, which would otherwise execute every event for no reader.
        end('client');
        return resolve();
      }
      socket.send(text, () => {
        blockedAt = undefined;
        resolve();
      });
    });

  const rejectMessage = () => socket.close(closeCodes.badRequest, 'Invalid message received');

  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send,
      close: (code, reason) => socket.close(code, reason),
      onPing: () => send(pong),
      onMessage(handle) {
        socket.on('message', (data) => {
          if (!open.caller && data instanceof Buffer && data.length > maxUnidentifiedBytes) {
            return socket.close(closeCodes.badRequest, 'Send connection_init first.');
          }
          if (!(data instanceof Buffer && isUtf8(data))) return rejectMessage();
          const text = data.toString();
          handle(text).catch((error: unknown) => {
            if (isServerMessage(text)) return rejectMessage();
            onError(error);
            socket.close(closeCodes.serverError, 'Internal server error');
          });
        });
      },
    },
    open,
  );
  socket.once('close', (code, reason) => {
    stopPulse();
    end('client');
    void closed(code, String(reason));
    onClose(code);
  });
}

const serverMessages = new Set<string>([MessageType.ConnectionAck, MessageType.Next, MessageType.Error]);

/** Whether only servers may send this message: the library reports it as the server's error, not the client's. */
const isServerMessage = (text: string): boolean => serverMessages.has(parseMessage(text).type);
