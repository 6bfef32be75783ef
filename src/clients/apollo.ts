// npm install @apollo/client@4 graphql@16 graphql-ws@6 rxjs@7
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { relayStylePagination } from '@apollo/client/utilities';
import { OperationTypeNode } from 'graphql';
import { withFiles } from './multipart.ts';
import { type ClientOptions, graphUrl, requestHeaders } from './options.ts';
import paginatedFields from './paginated-fields.json' with { type: 'json' };
import possibleTypes from './possible-types.json' with { type: 'json' };
import { createSocket } from './socket.ts';
import typesWithoutId from './types-without-id.json' with { type: 'json' };

// The default options of `createApollo`, on which the types of results depend.
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
    typePolicies: Object.fromEntries(
      [...typesWithoutId, ...Object.keys(paginatedFields)].map((type) => [type, policyOf(type)]),
    ),
  });

function policyOf(type: string) {
  const fieldsByType: Record<string, Record<string, string[]>> = paginatedFields;
  const fields = Object.entries(fieldsByType[type] ?? {}).map(([field, filters]) => [
    field,
    relayStylePagination(filters),
  ]);
  const withinParent = typesWithoutId.includes(type) ? ({ keyFields: false, merge: true } as const) : {};
  return { ...withinParent, fields: Object.fromEntries(fields) };
}

export function createApollo({ url = graphUrl, token, reload }: ClientOptions = {}): ApolloClient {
  // Create a link per operation: its `fetch` needs the operation's variables, which can contain files.
  const requests = new ApolloLink((operation, forward) => {
    const send: typeof fetch = async (input, init) => {
      const headers = await requestHeaders(token, init?.headers);
      const body = await new Response(init?.body).text();
      return fetch(input, { ...init, ...withFiles({ headers, body }, operation.variables) });
    };
    return new HttpLink({ uri: url, fetch: send }).request(operation, forward);
  });
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(createSocket({ url, token, reload })),
    requests,
  );
  const defaultOptions = { query: { errorPolicy: 'all' }, watchQuery: { errorPolicy: 'all' } } as const;
  return new ApolloClient({ cache: createCache(), link, defaultOptions });
}
