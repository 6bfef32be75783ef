import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Enough for clients that pipeline; browsers do not. */
const maxRunning = 10;

/**
 * Handles at most ten requests of a connection at once, in their order, and begins one per iteration of the event loop.
 * Node parses all that a client has sent, so later requests wait here, while the socket is paused. They are dropped once the
 * connection closes.
 */
export function limitPipelining(handle: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, ReturnType<typeof createPipeline>>();
  return (request, response) => {
    const { socket } = request;
    const pipeline = connections.get(socket) ?? createPipeline(socket);
    connections.set(socket, pipeline);
    pipeline.add(() => {
      response.once('close', pipeline.end);
      handle(request, response);
    });
  };
}

function createPipeline(socket: Socket) {
  const waiting: (() => void)[] = [];
  let running = 0;
  let hasBegun = false;
  // Reading the body of a request resumes the socket.
  socket.on('resume', () => {
    if (waiting.length > 0) socket.pause();
  });

  function beginNext(): void {
    if (hasBegun || running >= maxRunning || !socket.writable) return;
    const start = waiting.shift();
    if (!start) return;
    hasBegun = true;
    setImmediate(() => {
      hasBegun = false;
      beginNext();
    });
    running += 1;
    start();
    if (waiting.length === 0 && socket.isPaused()) socket.resume();
  }

  return {
    add(start: () => void): void {
      waiting.push(start);
      beginNext();
      if (waiting.length > 0) socket.pause();
    },
    end(): void {
      running -= 1;
      beginNext();
    },
  };
}
