import { once } from 'node:events';
import { WebSocket } from 'ws';

const protocol = 'graphql-transport-ws';

export const init = { type: 'connection_init' };
export const subscribe = (query: string, id = '1') => ({ type: 'subscribe', id, payload: { query } });

export interface SocketOptions {
  headers?: Record<string, string>;
  path?: string;
  protocols?: string[];
}

/** Opens a WebSocket of a server. */
export function openWebSocket(
  origin: string,
  { headers = {}, path = '/graphql', protocols = [protocol] }: SocketOptions = {},
): WebSocket {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, protocols, { headers });
  socket.on('error', () => {});
  return socket;
}

/** Waits until a socket is open, sends messages and returns the next message of the server. */
export async function exchange(socket: WebSocket, ...messages: unknown[]) {
  if (socket.readyState !== WebSocket.OPEN) await once(socket, 'open');
  const answer = once(socket, 'message');
  for (const message of messages) socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  const [data] = await answer;
  return JSON.parse(String(data));
}
