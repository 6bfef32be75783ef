// npm install react-relay@21 relay-runtime@21 graphql-ws@6 graphql@16
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
import { withFiles } from './multipart.ts';
import { type ClientOptions, graphUrl, requestHeaders } from './options.ts';
import { createSocket } from './socket.ts';
import typesWithoutId from './types-without-id.json' with { type: 'json' };

export function createEnvironment({ url = graphUrl, token, reload }: ClientOptions = {}): Environment {
  const socket = createSocket({ url, token, reload });
  const request: FetchFunction = async (operation, variables): Promise<GraphQLResponse> => {
    const headers = await requestHeaders(token, { 'content-type': 'application/json' });
    const body = JSON.stringify({ ...documentOf(operation), operationName: operation.name, variables });
    const response = await fetch(url, { method: 'POST', ...withFiles({ headers, body }, variables) });
    return response.json();
  };
  const subscribe: SubscribeFunction = (operation, variables) =>
    Observable.create((sink) =>
      socket.subscribe<PayloadData>(
        { ...documentOf(operation), variables },
        {
          ...sink,
          next({ data, errors: received = [] }) {
            const errors = received.map(({ path = [], ...error }) => ({
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
