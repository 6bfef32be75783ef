import { createClient } from '@redis/client';

export type RedisClient = ReturnType<typeof openClient>;

export interface ClientTimes {
  /** Time without data after which the client reconnects. Must be above the time for which a server can be silent. */
  socketTimeoutMs: number;
  /** Interval of pings; none by default. */
  pingIntervalMs?: number;
}

const maxReconnectDelayMs = 2_000;

/** Creates a client that reconnects by itself. Commands fail while it is not connected. */
export const openClient = (url: string, { socketTimeoutMs, pingIntervalMs }: ClientTimes) =>
  createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    ...(pingIntervalMs !== undefined && { pingInterval: pingIntervalMs }),
    socket: {
      connectTimeout: maxReconnectDelayMs,
      socketTimeout: socketTimeoutMs,
      reconnectStrategy: (retries) => Math.min(maxReconnectDelayMs, 50 * 2 ** retries),
    },
  });
