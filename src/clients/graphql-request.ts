// npm install graphql-request@7 graphql@16 graphql-sse@2
import { GraphQLClient } from 'graphql-request';
import { withFiles } from './multipart.ts';
import { type ClientOptions, graphUrl, requestHeaders } from './options.ts';

export { createEventSource } from './event-source.ts';

export function createGraphQLClient({ url = graphUrl, token }: ClientOptions = {}): GraphQLClient {
  return new GraphQLClient(url, {
    async requestMiddleware({ variables = {}, ...request }) {
      const headers = await requestHeaders(token, request.headers);
      const body = await new Response(request.body).text();
      return { ...request, ...withFiles({ headers, body }, variables) };
    },
  });
}
