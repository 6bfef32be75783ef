import {
  Environment,
  type FetchFunction,
  type GraphQLResponse,
  Network,
  Observable,
  type PayloadData,
  type RequestParameters,
  type SubscribeFunction,
} from 'relay-runtime';
import { bodyOf } from './multipart.ts';
import type { StreamOptions } from './resuming.ts';
import { createSocket } from './socket.ts';
import typesWithoutId from './types-without-id.json' with { type: 'json' };

export function createEnvironment({ url, token, reload }: StreamOptions): Environment {
  const socket = createSocket({ url, token, reload });
  const request: FetchFunction = async (operation, variables): Promise<GraphQLResponse> => {
    const body = bodyOf({ ...documentOf(operation), operationName: operation.name, variables });
    const headers = new Headers({ authorization: `Bearer ${await token()}`, 'x-graphql-yoga-csrf': '1' });
    if (typeof body === 'string') headers.set('content-type', 'application/json');
    const response = await fetch(url, { method: 'POST', headers, body });
    return response.json();
  };
  const subscribe: SubscribeFunction = (operation, variables) =>
    Observable.create((sink) =>
      socket.subscribe<PayloadData>(
        { ...documentOf(operation), variables },
        {
          ...sink,
          next({ data, errors: found = [] }) {
            const errors = found.map(({ path = [], ...error }) => ({
              message: error.message,
              path: [...path],
              extensions: error.extensions,
            }));
            sink.next(data ? { data, errors } : { errors });
          },
        },
      ),
    );
  return new Environment({
    network: Network.create(request, subscribe),
    getDataID: ({ id }, type) => (typesWithoutId.includes(type) ? undefined : id && `${type}:${id}`),
  });
}

/** The text of an operation, or its id if the compiler writes a manifest of trusted documents. */
function documentOf({ text, id }: RequestParameters) {
  return { query: text ?? '', extensions: id ? { persistedQuery: { version: 1, sha256Hash: id } } : {} };
}
