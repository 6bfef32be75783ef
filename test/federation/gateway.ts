import { ApolloGateway } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import pino from 'pino';

export interface Gateway {
  url: string;
  close(): Promise<void>;
}

/** Serves a composed supergraph through a gateway on a free port. */
export async function serveGateway(supergraphSdl: string): Promise<Gateway> {
  const logger = pino({ level: 'silent' });
  const server = new ApolloServer({ gateway: new ApolloGateway({ supergraphSdl, logger }), logger });
  const { url } = await startStandaloneServer(server, { listen: { host: '127.0.0.1', port: 0 } });
  return { url, close: () => server.stop() };
}
