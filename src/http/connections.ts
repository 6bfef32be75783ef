import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

export interface ConnectionLimits {
  /** How long the headers of a request can take to arrive, and how long a new connection can stay silent. */
  headersMs: number;
  keepAliveMs: number;
  /** How long a connection with a request in flight can go without data in either direction. */
  idleMs: number;
  maxConnections: number;
  log: Logger | undefined;
}

const defaultLimits: ConnectionLimits = {
  // Balancers and browsers send all headers at once.
  headersMs: 10_000,
  // Longer than the 60 seconds of common load balancers, which must close an idle connection before this server does.
  keepAliveMs: 65_000,
  idleMs: 60_000,
  // 5,000 idle connections occupy about 90 MB. More could use up the file descriptors that the database needs.
  maxConnections: 5000,
  log: undefined,
};

/** The time for a whole request is not limited here, because uploads can take long. */
export function createLimitedServer(respond: RequestListener, limits: Partial<ConnectionLimits>): Server {
  const { headersMs, keepAliveMs, idleMs, maxConnections, log } = { ...defaultLimits, ...limits };
  const server = createServer(
    {
      requestTimeout: 0,
      headersTimeout: headersMs,
      // Node closes slow connections at these intervals only.
      connectionsCheckingInterval: Math.ceil(headersMs / 3),
      keepAliveTimeout: keepAliveMs,
      // Requests whose `Upgrade` header offers another protocol, such as HTTP/2, are answered over HTTP/1.1.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    respond,
  );
  server.timeout = idleMs;
  server.maxConnections = maxConnections;
  // Log the first rejected connection only: during an attack there are many.
  let isFull = false;
  server.on('drop', () => {
    if (!isFull) log?.warn({ maxConnections }, 'too many connections: rejecting new ones');
    isFull = true;
  });
  server.on('connection', () => {
    isFull = false;
  });
  return server;
}

/** `drain` ends each connection after its next response; `close` ends a connection once it has no request in flight. */
export function trackConnections(server: Server) {
  const responses = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let isDraining = false;
  let isClosing = false;
  const closeAfter = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.prependListener('request', (_request, response) => {
    responses.add(response);
    if (isDraining) closeAfter(response);
    response.once('close', () => {
      responses.delete(response);
      // A response whose headers were sent before draining began lacks `connection: close`: close its connection here.
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
  });
  const drain = () => {
    isDraining = true;
    for (const response of responses) closeAfter(response);
  };
  return {
    drain,
    close() {
      isClosing = true;
      drain();
      // Destroy connections that have no request: Node counts a new connection as busy and would wait for it.
      const busy = new Set(Array.from(responses, ({ socket }) => socket));
      for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
    },
  };
}

/** Maximum number of running requests per connection. Browsers do not pipeline; ten is enough for other clients. */
const maxRunningRequests = 10;

/**
 * Handles at most ten requests of a connection at once, in the order in which they arrived, and starts one of them per
 * iteration of the event loop. Node parses all requests that a client has sent, so further requests wait here while the
 * socket is paused. When the connection closes, waiting requests are dropped.
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
  let hasStartedThisIteration = false;
  // Reading the body of a request resumes the socket, so pause it again.
  socket.on('resume', () => {
    if (waiting.length > 0) socket.pause();
  });

  function startNext(): void {
    if (hasStartedThisIteration || running >= maxRunningRequests || !socket.writable) return;
    const start = waiting.shift();
    if (!start) return;
    hasStartedThisIteration = true;
    setImmediate(() => {
      hasStartedThisIteration = false;
      startNext();
    });
    running += 1;
    start();
    if (waiting.length === 0 && socket.isPaused()) socket.resume();
  }

  return {
    add(start: () => void): void {
      waiting.push(start);
      startNext();
      if (waiting.length > 0) socket.pause();
    },
    end(): void {
      running -= 1;
      startNext();
    },
  };
}
