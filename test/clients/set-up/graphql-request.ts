import { GraphQLClient } from 'graphql-request';
import { bodyOf } from './multipart.ts';

export function createGraphQLClient({ url, token }: { url: string; token: () => Promise<string> }): GraphQLClient {
  return new GraphQLClient(url, {
    async requestMiddleware({ variables = {}, ...request }) {
      const body = bodyOf({ ...Object(await new Response(request.body).json()), variables });
      const headers = new Headers(request.headers);
      headers.set('authorization', `Bearer ${await token()}`);
      headers.set('x-graphql-yoga-csrf', '1');
      // `fetch` adds the content type of a form, because it includes the boundary.
      if (typeof body !== 'string') headers.delete('content-type');
      return { ...request, headers, body };
    },
  });
}
