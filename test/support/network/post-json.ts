export type JsonInit = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** A POST request with a body as JSON; text is sent unchanged. */
export const jsonRequest = (url: string, body: unknown, { headers, ...init }: JsonInit = {}) =>
  new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });

/** Sends such a request. */
export const postJson = (url: string, body: unknown, init?: JsonInit) => fetch(jsonRequest(url, body, init));
