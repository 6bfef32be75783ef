/** The part of Hive Gateway that tests use. The package's own types load those of all its integrations. */
declare module '@graphql-hive/gateway-runtime' {
  interface GatewayOptions {
    supergraph: string;
    logging: false;
    demandControl: { includeExtensionMetadata: true };
    transports: Record<string, { getSubgraphExecutor: () => () => { data: null } }>;
  }
  export function createGatewayRuntime(options: GatewayOptions): {
    fetch(url: string, init: RequestInit): Promise<Response>;
    [Symbol.asyncDispose](): Promise<void>;
  };
}
