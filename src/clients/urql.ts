// npm install urql@5 @urql/exchange-graphcache@9 graphql@16 graphql-sse@2
import { cacheExchange, type CacheExchangeOpts } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { Client, fetchExchange, type SubscriptionForwarder, subscriptionExchange } from 'urql';
import { createEventSource } from './event-source.ts';
import { type ClientOptions, graphUrl, requestHeaders } from './options.ts';
import paginatedFields from './paginated-fields.json' with { type: 'json' };
import possibleTypes from './possible-types.json' with { type: 'json' };
import typesWithoutId from './types-without-id.json' with { type: 'json' };

const resolversOf = (fields: object) =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, relayPagination()]));

export const cacheOptions: CacheExchangeOpts = {
  possibleTypes,
  keys: Object.fromEntries(typesWithoutId.map((type) => [type, () => null])),
  resolvers: Object.fromEntries(Object.entries(paginatedFields).map(([type, fields]) => [type, resolversOf(fields)])),
};

export function createUrql({ url = graphUrl, token, reload }: ClientOptions = {}): Client {
  const events = createEventSource({ url, token, reload });
  const forwardSubscription: SubscriptionForwarder = ({ query = '', variables = {}, extensions = {} }) => ({
    subscribe: (sink) => ({
      unsubscribe: events.subscribe<Record<string, unknown>, Record<string, unknown>>(
        { query, variables, extensions },
        sink,
      ),
    }),
  });
  return new Client({
    url,
    fetch: async (input, init) => fetch(input, { ...init, headers: await requestHeaders(token, init?.headers) }),
    exchanges: [cacheExchange(cacheOptions), fetchExchange, subscriptionExchange({ forwardSubscription })],
  });
}
