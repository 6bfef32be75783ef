import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import { buildHTTPExecutor } from '@graphql-tools/executor-http';
import { listen } from '../../../src/http/listen.ts';
import { forwardedFrom, type Gateway } from './forwarded-headers.ts';

interface HiveOptions {
  /** Headers that the gateway itself sends with every request. */
  ownHeaders?: Record<string, string>;
  /** 0 by default, which chooses a free port. */
  port?: number;
}

/** Serves a supergraph through Hive Gateway. */
export async function serveHive(supergraph: string, { ownHeaders = {}, port = 0 }: HiveOptions = {}): Promise<Gateway> {
  const gateway = createGatewayRuntime({
    supergraph,
    logging: false,
    // Without `multipart`, the gateway rejects file uploads.
    multipart: true,
    propagateHeaders: {
      fromClientToSubgraphs: ({ request }) => ({
        ...forwardedFrom((name) => request.headers.get(name)),
        // The gateway subscribes with GET, which the graph rejects without this header.
        'x-graphql-yoga-csrf': '1',
        ...ownHeaders,
      }),
    },
    transports: {
      http: {
        getSubgraphExecutor: ({ fetch, transportEntry }) =>
          buildHTTPExecutor({ endpoint: transportEntry.location, fetch }),
      },
    },
  });
  const listener = await listen((request) => gateway.fetch(request), { host: '127.0.0.1', port });
  return {
    url: `${listener.url}/graphql`,
    async close() {
      await listener.close();
      await gateway[Symbol.asyncDispose]();
    },
  };
}
