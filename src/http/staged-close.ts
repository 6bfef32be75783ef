import type { IncomingMessage, ServerResponse } from 'node:http';

/** The largest uploads that clients finish before they read a response. */
const maxDroppedBytes = 64 * 1024 * 1024;

/**
 * Closes the connection after its last response in stages (RFC 9112, section 9.6): while the client still sends the
 * body, ends only this server's side, and drops what arrives. Otherwise the system resets the connection, and many
 * clients report a broken pipe instead of the response. `limitArrival` bounds the time.
 */
export function closeInStages(request: IncomingMessage, response: ServerResponse): void {
  // Node calls `destroySoon` in a listener of the same event.
  response.prependOnceListener('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    const close = socket.destroySoon.bind(socket);
    const maxBytes = socket.bytesRead + maxDroppedBytes;
    socket.destroySoon = () => {
      if (request.complete) return close();
      if (socket.writableEnded) return;
      socket.end();
      // The request itself has no more events: Node drops its data, too.
      socket.on('data', () => {
        if (socket.bytesRead > maxBytes) socket.destroy();
      });
      request.once('end', close);
    };
  });
}
