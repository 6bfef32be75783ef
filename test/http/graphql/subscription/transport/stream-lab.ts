import { createClient as createSseClient } from 'graphql-sse';
import { type Client, type ClientOptions, createClient as createSocketClient } from 'graphql-ws';
import { SignJWT } from 'jose';
import { WebSocket } from 'ws';
import { ada, ben, storeTeams } from '../../../../platform/services/conversation/conversation-records.ts';
import { createTestFeed } from '../../../../support/graph/event-feed.ts';
import { now, type GraphOptions } from '../../../../support/graph/test-graph.ts';
import { claims } from '../../../../support/network/token-issuer.ts';
import { startHttpGraph } from '../../../http-graph.ts';
import { captureLog } from '../../../../support/log-capture.ts';

const secret = 'a-shared-secret-of-at-least-32-characters';

const tokenRules = {
  AUTH_JWT_SECRET: secret,
  AUTH_ISSUER: 'https://issuer.example',
  AUTH_AUDIENCE: 'https://graph.example',
};

/** Creates an `Authorization` header for a caller. */
export const authorizationFor = async (sub: string, changes: Record<string, unknown> = {}) => {
  const token = new SignJWT(claims({ sub, scope: 'convo:read', ...changes })).setProtectedHeader({ alg: 'HS256' });
  return `Bearer ${await token.sign(new TextEncoder().encode(secret))}`;
};

const query = 'subscription Watch($after: EventCursor) { conversationEvents(after: $after) { id cursor } }';

export interface Emitted {
  data?: { conversationEvents: { id: string; cursor: string } } | null | undefined;
  errors?: readonly { message: string; extensions?: Record<string, unknown> | undefined }[] | undefined;
}

/** A server with authentication. Tests emit its events. `ada` and `ben` share an organization. */
export async function startStreamLab({ environment = {}, ...options }: GraphOptions = {}) {
  const { log, lines: logged } = captureLog();
  const events = createTestFeed();
  const graph = await startHttpGraph({ ...options, log, events, environment: { ...tokenRules, ...environment } });
  await storeTeams(graph.db);
  for (const [identifier, userId] of Object.entries({ ada, ben })) await graph.connect('convo', { identifier, userId });
  const url = `${graph.origin}/graphql`;
  const clients: { dispose: () => unknown }[] = [];

  const leave = () => {
    for (const client of clients.splice(0)) client.dispose();
  };
  const opened = <Opened extends { dispose: () => unknown }>(client: Opened): Opened => {
    clients.push(client);
    return client;
  };
  const sse = (authorization: string) => opened(createSseClient({ url, headers: { authorization }, retryAttempts: 0 }));
  const socket = (connectionParams: Record<string, unknown>, changes: Partial<ClientOptions> = {}): Client =>
    opened(
      createSocketClient({
        url: url.replace('http', 'ws'),
        connectionParams,
        webSocketImpl: WebSocket,
        retryAttempts: 0,
        ...changes,
      }),
    );
  return {
    ...graph,
    url,
    events,
    logged,
    sse,
    socket,
    /** Disconnects all clients. */
    leave,
    /** Subscribes over a transport. */
    subscribe(transport: 'sse' | 'websocket', authorization: string, after?: string): AsyncIterator<Emitted> {
      const request = { query, variables: { after } };
      return transport === 'sse'
        ? sse(authorization).iterate<Emitted['data']>(request)
        : socket({ authorization }).iterate<Emitted['data']>(request);
    },
    emit: (organization: string, id: string) =>
      events.emit(organization, { id, trigger: 'conversation_processed', occurredAt: now, activityId: null }),
    async close() {
      leave();
      await graph.app.endStreams();
      await graph.close();
    },
  };
}

export type StreamLab = Awaited<ReturnType<typeof startStreamLab>>;
