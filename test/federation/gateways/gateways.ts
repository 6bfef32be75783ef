import { ApolloGateway, type GraphQLDataSourceProcessOptions, RemoteGraphQLDataSource } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import { buildHTTPExecutor } from '@graphql-tools/executor-http';
import pino from 'pino';
import { z } from 'zod';
import { listen } from '../../../src/http/listen.ts';

export interface Gateway {
  url: string;
  close(): Promise<void>;
}

/** The headers of a client that a gateway sends on to the subgraphs. */
const forwarded = ['authorization', 'x-request-id', 'traceparent', 'x-tool-trace'];

const forwardedFrom = (valueOf: (name: string) => string | null | undefined): Record<string, string> =>
  Object.fromEntries(
    forwarded.flatMap((name) => {
      const value = valueOf(name);
      return value == null ? [] : [[name, value]];
    }),
  );

/** The gateway's own requests have no client, and therefore no headers in their context. */
const contextSchema = z.object({ headers: z.record(z.string(), z.string()).default({}) });

class ForwardingDataSource extends RemoteGraphQLDataSource {
  /** Headers that the gateway itself sends with every request. */
  ownHeaders: Record<string, string> = {};

  override willSendRequest({ request, context }: GraphQLDataSourceProcessOptions): void {
    const { headers } = contextSchema.parse(context);
    for (const [name, value] of Object.entries({ ...headers, ...this.ownHeaders }))
      request.http?.headers.set(name, value);
  }
}

async function serveApollo(supergraphSdl: string, ownHeaders: Record<string, string> = {}): Promise<Gateway> {
  const logger = pino({ level: 'silent' });
  const gateway = new ApolloGateway({
    supergraphSdl,
    logger,
    buildService: ({ url }) => Object.assign(new ForwardingDataSource({ url: url ?? '' }), { ownHeaders }),
  });
  const server = new ApolloServer<z.output<typeof contextSchema>>({ gateway, logger });
  const { url } = await startStandaloneServer(server, {
    listen: { host: '127.0.0.1', port: 0 },
    context: async ({ req }) => ({ headers: forwardedFrom((name) => req.headers[name]?.toString()) }),
  });
  return { url, close: () => server.stop() };
}

async function serveHive(supergraph: string, ownHeaders: Record<string, string> = {}): Promise<Gateway> {
  const gateway = createGatewayRuntime({
    supergraph,
    logging: false,
    propagateHeaders: {
      fromClientToSubgraphs: ({ request }) => ({
        ...forwardedFrom((name) => request.headers.get(name)),
        // The gateway subscribes with GET.
        'x-graphql-yoga-csrf': '1',
        ...ownHeaders,
      }),
    },
    transports: {
      http: {
        getSubgraphExecutor: ({ fetch, transportEntry }) =>
          buildHTTPExecutor({ endpoint: transportEntry.location, fetch }),
      },
    },
  });
  const listener = await listen((request) => gateway.fetch(request), { host: '127.0.0.1', port: 0 });
  return {
    url: `${listener.url}/graphql`,
    async close() {
      await listener.close();
      await gateway[Symbol.asyncDispose]();
    },
  };
}

/** Gateways that serve a composed supergraph over HTTP on a free port, and forward the headers of clients. */
export const gateways = [
  { name: '@apollo/gateway', serve: serveApollo },
  { name: 'Hive Gateway', serve: serveHive },
];
