/** The part of Hive Gateway that tests use. The package's own types load those of all its integrations. */
declare module '@graphql-hive/gateway-runtime' {
  interface GatewayOptions {
    supergraph: string;
    logging: false;
    demandControl?: { includeExtensionMetadata: true };
    propagateHeaders?: {
      fromClientToSubgraphs(options: { request: Request }): Record<string, string> | undefined;
    };
    transports: Record<
      string,
      { getSubgraphExecutor: (options: { fetch: typeof fetch; transportEntry: { location: string } }) => unknown }
    >;
  }
  export function createGatewayRuntime(options: GatewayOptions): {
    fetch(url: string | Request, init?: RequestInit): Promise<Response>;
    [Symbol.asyncDispose](): Promise<void>;
  };
}
