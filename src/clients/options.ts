/** The address of the graph. `npm run cli -- client` replaces it with the address of your server. */
export const graphUrl = 'http://127.0.0.1:4000/graphql';

export interface ClientOptions {
  url?: string | undefined;
  /** Returns a token of the signed-in user. A server without authentication needs none. */
  token?: (() => Promise<string>) | undefined;
  /** Loads the current state again after events were lost. Without it, a subscription that lost events fails. */
  reload?: (() => void) | undefined;
}

export async function requestHeaders(token: ClientOptions['token'], headers?: HeadersInit): Promise<Headers> {
  const all = new Headers(headers);
  // The server rejects uploads without this header: browsers let any site send forms (CSRF).
  all.set('x-graphql-yoga-csrf', '1');
  if (token) all.set('authorization', `Bearer ${await token()}`);
  return all;
}
