import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-ws';
import { resuming } from './resuming.ts';

export function createApollo({ url, token }: { url: string; token: () => Promise<string> }): ApolloClient {
  const credentials = async () => ({ authorization: `Bearer ${await token()}` });
  let pongTimer: ReturnType<typeof setTimeout>;
  const socket = createClient({
    url: url.replace(/^http/, 'ws'),
    retryAttempts: 0,
    connectionParams: credentials,
    connectionAckWaitTimeout: 10_000,
    keepAlive: 10_000,
    on: {
      ping(isReceived) {
        if (!isReceived) pongTimer = setTimeout(() => socket.terminate(), 10_000);
      },
      pong: () => clearTimeout(pongTimer),
      closed: () => clearTimeout(pongTimer),
    },
  });
  const events = new GraphQLWsLink(resuming(socket));
  const requests = ApolloLink.from([
    new SetContextLink(async () => ({ headers: { ...(await credentials()), 'x-graphql-yoga-csrf': '1' } })),
    new HttpLink({ uri: url }),
  ]);
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    events,
    requests,
  );
  return new ApolloClient({ cache: new InMemoryCache(), link });
}
