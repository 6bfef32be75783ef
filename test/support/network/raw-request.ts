import { once } from 'node:events';
import { request, type RequestOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** Connects to a server. Ignores socket errors, such as a connection reset. */
export async function openSocket(url: string, options?: { allowHalfOpen: boolean }): Promise<Socket> {
  const { port, hostname } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, ...options });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends a request, including headers that `fetch` would reject. */
export async function sendRaw(url: string, { body = '', ...options }: RequestOptions & { body?: string }) {
  const [response] = await once(request(url, options).end(body), 'response');
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}
