import { createTextHandler } from '../../compression/text-handler.ts';
import type { Bundle } from './bundle/bundle.ts';
import { graphiqlPolicy, type PageOptions, renderGraphiql } from './graphiql.ts';

export interface GraphiqlPageOptions extends PageOptions {
  openBundle: () => Promise<Bundle>;
}

/** Creates the handler that sends the GraphiQL page. */
export const createGraphiqlPage = ({
  openBundle,
  ...options
}: GraphiqlPageOptions): ((request: Request) => Promise<Response>) =>
  createTextHandler({
    mediaType: 'text/html',
    // `/graphql` also answers operations, depending on the `Accept` header.
    headers: { vary: 'Accept, Accept-Encoding', 'content-security-policy': graphiqlPolicy },
    render: async () => renderGraphiql(await openBundle(), options),
  });
