import { cacheExchange, type CacheExchangeOpts } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { Client, fetchExchange, type SubscriptionForwarder, subscriptionExchange } from 'urql';
import { createEventSource } from './event-source.ts';
import possibleTypes from './possible-types.json' with { type: 'json' };
import type { StreamOptions } from './resuming.ts';
import typesWithoutId from './types-without-id.json' with { type: 'json' };

const pages = relayPagination();

export const cacheOptions: CacheExchangeOpts = {
  possibleTypes,
  keys: Object.fromEntries(typesWithoutId.map((type) => [type, () => null])),
  resolvers: {
    Query: { signals: pages, activities: pages, cities: pages, companies: pages, educationInstitutions: pages },
    Company: { signals: pages, people: pages, conversations: pages },
    List: { entries: pages },
    Participant: { signals: pages },
    SavedSearch: { signals: pages, newSignals: pages },
    Signal: { conversations: pages },
    Transcript: { segments: pages },
    User: { activities: pages },
  },
};

export function createUrql({ url, token, reload }: StreamOptions): Client {
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
    async fetch(input, init) {
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${await token()}`);
      headers.set('x-graphql-yoga-csrf', '1');
      return fetch(input, { ...init, headers });
    },
    exchanges: [cacheExchange(cacheOptions), fetchExchange, subscriptionExchange({ forwardSubscription })],
  });
}
