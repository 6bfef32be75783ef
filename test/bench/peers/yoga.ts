import { createServer, type IncomingMessage } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import { createPeerContext, type PeerContext, resolvers, typeDefs } from './schema.ts';

const yoga = createYoga<{ req: IncomingMessage }, PeerContext>({
  schema: createSchema<{ req: IncomingMessage } & PeerContext>({ typeDefs, resolvers }),
  context: ({ req }) => createPeerContext(req.headers),
  graphiql: false,
  logging: false,
});
const server = createServer((request, response) => void yoga(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(`http://127.0.0.1:${address.port}/graphql`);
});
