import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { relayStylePagination } from '@apollo/client/utilities';
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs';
import { OperationTypeNode } from 'graphql';
import possibleTypes from './possible-types.json' with { type: 'json' };
import type { StreamOptions } from './resuming.ts';
import { createSocket } from './socket.ts';
import typesWithoutId from './types-without-id.json' with { type: 'json' };

declare module '@apollo/client' {
  namespace ApolloClient.DeclareDefaultOptions {
    interface Query {
      errorPolicy?: 'all';
    }
    interface WatchQuery {
      errorPolicy?: 'all';
    }
  }
}

export const createCache = () =>
  new InMemoryCache({
    possibleTypes,
    typePolicies: {
      ...Object.fromEntries(typesWithoutId.map((type) => [type, { keyFields: false, merge: true }])),
      Query: {
        fields: {
          signals: relayStylePagination(['filter']),
          activities: relayStylePagination(['filter']),
          cities: relayStylePagination(['search']),
          companies: relayStylePagination(['search', 'ids']),
          educationInstitutions: relayStylePagination(['search', 'ids']),
        },
      },
      Company: {
        fields: {
          signals: relayStylePagination(['filter']),
          people: relayStylePagination(['employment']),
          conversations: relayStylePagination(['occurred']),
        },
      },
      List: { fields: { entries: relayStylePagination(['filter', 'orderBy']) } },
      Participant: { fields: { signals: relayStylePagination(['minConfidence']) } },
      SavedSearch: { fields: { signals: relayStylePagination(), newSignals: relayStylePagination(['since']) } },
      Signal: { fields: { conversations: relayStylePagination(['occurred', 'minConfidence']) } },
      User: { fields: { activities: relayStylePagination(['filter']) } },
      Transcript: {
        keyFields: false,
        merge: true,
        fields: { segments: relayStylePagination(['speakerId', 'matching', 'fromMs', 'toMs']) },
      },
    },
  });

export function createApollo({ url, token, reload }: StreamOptions): ApolloClient {
  const requests = ApolloLink.from([
    new SetContextLink(async () => ({
      headers: { authorization: `Bearer ${await token()}`, 'x-graphql-yoga-csrf': '1' },
    })),
    new UploadHttpLink({ uri: url }),
  ]);
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(createSocket({ url, token, reload })),
    requests,
  );
  const defaultOptions = { query: { errorPolicy: 'all' }, watchQuery: { errorPolicy: 'all' } } as const;
  return new ApolloClient({ cache: createCache(), link, defaultOptions });
}
