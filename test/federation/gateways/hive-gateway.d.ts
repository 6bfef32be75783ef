/** The part of Hive Gateway that tests and benchmarks use. The package's own types load those of all its integrations. */
declare module '@graphql-hive/gateway-runtime' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface GatewayOptions {
    multipart?: boolean;
    supergraph: string;
    logging: false;
    demandControl?: { includeExtensionMetadata: true };
    propagateHeaders?: {
      fromClientToSubgraphs(options: { request: Request }): Record<string, string> | undefined;
    };
    transports: {
      http?: {
        getSubgraphExecutor: (options: { fetch: typeof fetch; transportEntry: { location: string } }) => unknown;
      };
      /** `never`, because only a transport of Hive's own packages fits. */
      rest?: { getSubgraphExecutor: (options: never) => unknown };
    };
    additionalTypeDefs?: string;
    additionalResolvers?: object;
  }
  export function createGatewayRuntime(options: GatewayOptions): {
    (request: IncomingMessage, response: ServerResponse): void;
    fetch(url: string | Request, init?: RequestInit): Promise<Response>;
    [Symbol.asyncDispose](): Promise<void>;
  };
}
