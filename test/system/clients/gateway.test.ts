import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import { buildHTTPExecutor } from '@graphql-tools/executor-http';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { type Client, createClient } from 'graphql-sse';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { printSchema } from '../../../src/graph/print-schema.ts';
import { listen } from '../../../src/http/listen.ts';
import { clientToken, expiresSoon, startClientLab } from '../../clients/client-lab.ts';
import { useResource } from '../../support/resource.ts';
import { timeLimit } from '../../support/time-limit.ts';

const query = 'subscription { conversationEvents { trigger activity { title } } }';

describe('Hive Gateway in front of the graph', () => {
  const lab = useResource(startClientLab);
  const listener = useResource(async () => {
    const { supergraphSdl = '' } = composeServices([
      { name: 'graph', url: `${lab.origin}/graphql`, typeDefs: parse(printSchema()) },
    ]);
    const gateway = createGatewayRuntime({
      supergraph: supergraphSdl,
      logging: false,
      propagateHeaders: {
        fromClientToSubgraphs: ({ request }) => ({
          authorization: request.headers.get('authorization') ?? '',
          // The gateway subscribes with GET, which the CSRF check rejects without this header.
          'x-graphql-yoga-csrf': '1',
        }),
      },
      transports: {
        http: {
          getSubgraphExecutor: ({ fetch, transportEntry }) =>
            buildHTTPExecutor({ endpoint: transportEntry.location, fetch }),
        },
      },
    });
    const { url, close } = await listen((request) => gateway.fetch(request), { host: '127.0.0.1', port: 0 });
    return {
      url,
      async close() {
        await gateway[Symbol.asyncDispose]();
        await close();
      },
    };
  });

  function subscribe(token: string): { results: unknown[]; ended: Promise<void>; client: Client } {
    const url = `${listener.url}/graphql`;
    const client = createClient({ url, retryAttempts: 0, headers: { authorization: `Bearer ${token}` } });
    const results: unknown[] = [];
    const ended = new Promise<void>((resolve, reject) => {
      client.subscribe({ query }, { next: (result) => results.push(result), error: reject, complete: resolve });
    });
    return { results, ended, client };
  }

  it('carries events with fields of the activity to a client', async () => {
    const { results, client } = subscribe(await clientToken());
    await lab.whenSubscribed(1);
    await lab.upload('Through the gateway');
    const event = { trigger: 'CONVERSATION_PROCESSED', activity: { title: 'Through the gateway' } };
    await vi.waitFor(() => expect(results).toEqual([{ data: { conversationEvents: event } }]), timeLimit(10));
    client.dispose();
    await lab.whenSubscribed(0);
  });

  it('ends the stream with the error of the graph', async () => {
    // The stopped clock keeps the token valid until the subscription has started.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { results, ended } = subscribe(await clientToken(expiresSoon));
    await lab.whenSubscribed(1);
    vi.setSystemTime(Date.now() + 3_000);
    await ended;
    expect(results).toMatchObject([{ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }]);
  });
});
