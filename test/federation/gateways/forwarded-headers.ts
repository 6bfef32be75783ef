export interface Gateway {
  url: string;
  close(): Promise<void>;
}

/** The headers of a client that a gateway sends on to the subgraphs. */
const forwarded = ['authorization', 'x-request-id', 'traceparent', 'x-tool-trace'];

export const forwardedFrom = (valueOf: (name: string) => string | null | undefined): Record<string, string> =>
  Object.fromEntries(
    forwarded.flatMap((name) => {
      const value = valueOf(name);
      return value == null ? [] : [[name, value]];
    }),
  );
