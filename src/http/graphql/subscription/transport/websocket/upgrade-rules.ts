import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { foreignOriginMessage, isForeignOrigin, isOwnHost } from '../../../../middleware/browser-rules.ts';

export interface UpgradeRules {
  hosts: ReadonlySet<string> | undefined;
  isAllowedOrigin: (origin: string) => boolean;
  isUnavailable: () => boolean;
}

export interface Rejection {
  status: number;
  message: string;
}

/** Browsers apply no CORS rules to WebSockets: without this check, any web page could connect from a user's browser. */
export function upgradeRejection(request: IncomingMessage, rules: UpgradeRules): Rejection | undefined {
  const { host, origin, 'sec-websocket-protocol': protocols = '' } = request.headers;
  const [path] = (request.url ?? '').split('?', 1);
  if (path !== '/graphql') return { status: 404, message: 'WebSockets are served at /graphql.' };
  if (rules.hosts && !isOwnHost(host, rules.hosts))
    return { status: 403, message: `The host must be one of ${[...rules.hosts].join(', ')}.` };
  if (isForeignOrigin({ origin, host }, rules.isAllowedOrigin)) return { status: 403, message: foreignOriginMessage };
  if (rules.isUnavailable()) return { status: 503, message: 'The server accepts no subscriptions now. Retry.' };
  const offered = protocols.split(',').map((protocol) => protocol.trim());
  if (!offered.includes(GRAPHQL_TRANSPORT_WS_PROTOCOL))
    return { status: 400, message: `The subprotocol must be ${GRAPHQL_TRANSPORT_WS_PROTOCOL}.` };
  return undefined;
}

export function rejectUpgrade(socket: Duplex, { status, message }: Rejection, headers: readonly string[] = []): void {
  // Without a listener, a client that disconnects now would crash the process.
  socket.on('error', () => {});
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'connection: close',
    'content-type: text/plain; charset=utf-8',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(message)}`,
    ...headers,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${message}`, () => socket.destroy());
}
