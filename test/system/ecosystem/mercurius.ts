import fastify from 'fastify';
import mercurius from 'mercurius';
import { createPeerContext, type PeerContext, resolvers, typeDefs } from '../../bench/peers/schema.ts';

declare module 'mercurius' {
  interface MercuriusContext extends PeerContext {}
}

/**
 * Uses DataLoader instead of Mercurius's own loaders. Those serialize the whole parent object of
 * each key, even without a cache, and need more CPU time for the workload `page`.
 */
const app = fastify();
await app.register(mercurius, {
  schema: typeDefs,
  resolvers,
  jit: 1,
  context: ({ headers }) => createPeerContext(headers),
});
console.log(`${await app.listen({ port: 0, host: '127.0.0.1' })}/graphql`);
