import { cacheExchange, Client, fetchExchange, type SubscriptionForwarder, subscriptionExchange } from '@urql/core';
import { createClient } from 'graphql-sse';
import { resuming } from './resuming.ts';

export function createUrql({ url, token }: { url: string; token: () => Promise<string> }): Client {
  const headers = async () => ({ authorization: `Bearer ${await token()}`, 'x-graphql-yoga-csrf': '1' });
  const events = resuming(createClient({ url, retryAttempts: 0, headers, fetchFn: fetchWhileAlive }));
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

/** Fails when nothing has arrived for 30 seconds, not even a heartbeat. */
async function fetchWhileAlive(url: string, init: RequestInit): Promise<Response> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), 30_000);
  };
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, output) {
      restart();
      output.enqueue(chunk);
    },
    flush: () => clearTimeout(timer),
  });
  restart();
  const signals = init.signal ? [init.signal, silence.signal] : [silence.signal];
  const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) });
  return new Response(response.body?.pipeThrough(watch) ?? null, response);
}
