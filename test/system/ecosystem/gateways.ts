import { ApolloGateway, type GraphQLDataSourceProcessOptions, RemoteGraphQLDataSource } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import pino from 'pino';
import { z } from 'zod';
import { forwardedFrom, type Gateway } from '../../federation/gateways/forwarded-headers.ts';
import { serveHive } from '../../federation/gateways/hive.ts';

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

/** Serves a supergraph through Apollo's gateway on a free port. */
export async function serveApollo(supergraphSdl: string, ownHeaders: Record<string, string> = {}): Promise<Gateway> {
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

/** Gateways that serve a composed supergraph, and forward the headers of clients. */
export const gateways = [
  { name: '@apollo/gateway', serve: serveApollo },
  { name: 'Hive Gateway', serve: (supergraph: string, ownHeaders = {}) => serveHive(supergraph, { ownHeaders }) },
];
