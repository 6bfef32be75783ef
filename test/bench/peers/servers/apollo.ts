import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { createPeerContext, type PeerContext, resolvers, typeDefs } from './schema.ts';

const server = new ApolloServer<PeerContext>({ typeDefs, resolvers });
const { url } = await startStandaloneServer(server, {
  listen: { port: 0, host: '127.0.0.1' },
  context: async ({ req }) => createPeerContext(req.headers),
});
console.log(url);
