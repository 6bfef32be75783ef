export type JsonInit = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** A POST request with a JSON body. A string is sent unchanged. */
export const jsonRequest = (url: string, body: unknown, { headers, ...init }: JsonInit = {}) =>
  new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });

export const postJson = (url: string, body: unknown, init?: JsonInit) => fetch(jsonRequest(url, body, init));
