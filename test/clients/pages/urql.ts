import { cacheExchange, Client, fetchExchange, type SubscriptionForwarder, subscriptionExchange } from '@urql/core';
import { createClient } from 'graphql-sse';
import { resuming } from './resuming.ts';

export function createUrql({ url, token }: { url: string; token: () => Promise<string> }): Client {
  const headers = async () => ({ authorization: `Bearer ${await token()}`, 'x-graphql-yoga-csrf': '1' });
  const events = resuming(createClient({ url, retryAttempts: 0, headers }));
  const forwardSubscription: SubscriptionForwarder = ({ query = '', variables = {} }) => ({
    subscribe: (sink) => ({
      unsubscribe: events.subscribe<Record<string, unknown>, Record<string, unknown>>({ query, variables }, sink),
    }),
  });
  return new Client({
    url,
    preferGetMethod: false,
    exchanges: [cacheExchange, fetchExchange, subscriptionExchange({ forwardSubscription })],
  });
}
