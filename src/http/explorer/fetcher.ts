import type { GraphiQLProvider } from '@graphiql/react';
import { getOperationAST, OperationTypeNode } from 'graphql';
import { createClient, NetworkError } from 'graphql-sse';
import type { ComponentProps } from 'react';
import { multipartBody } from './files/multipart.ts';
import { uploadedActivity } from './files/uploaded-activity.ts';
import { mergedHeaders } from './headers-editor.ts';

type Fetcher = ComponentProps<typeof GraphiQLProvider>['fetcher'];
type Operation = Parameters<Fetcher>[0];

interface FetcherOptions {
  url: string;
  /** The files by the path of their variable. */
  files: ReadonlyMap<string, File>;
  onUpload: (activityId: string) => void;
}

/** Sent with every request. The first passes the check against CSRF; the second requests the list of tool calls. */
const defaultHeaders = { 'x-graphql-yoga-csrf': '1', 'x-tool-trace': '1' };

export function createFetcher({ url, files, onUpload }: FetcherOptions): Fetcher {
  return async (operation, { headers: userHeaders, documentAST } = {}) => {
    const headers = mergedHeaders(defaultHeaders, userHeaders ?? {});
    const isSubscription =
      documentAST &&
      getOperationAST(documentAST, operation.operationName)?.operation === OperationTypeNode.SUBSCRIPTION;
    if (isSubscription) return subscription({ url, headers, operation });
    const hasFiles = documentAST !== undefined && files.size > 0;
    const response = await fetch(url, {
      method: 'POST',
      headers: hasFiles ? headers : { ...headers, 'content-type': 'application/json' },
      body: hasFiles ? multipartBody(operation, files) : JSON.stringify(operation),
    });
    const result = await response.json();
    const activityId = hasFiles ? uploadedActivity(result) : undefined;
    if (activityId !== undefined) onUpload(activityId);
    return result;
  };
}

interface SubscriptionOptions {
  url: string;
  headers: Record<string, string>;
  operation: Operation;
}

interface Observer {
  next(result: unknown): void;
  error(error: unknown): void;
  complete(): void;
}

/** An observable: unlike an iterator, GraphiQL can end it while it waits for an event. */
function subscription({ url, headers, operation }: SubscriptionOptions) {
  return {
    subscribe(observer: Observer) {
      const client = createClient({ url, headers, retryAttempts: 0 });
      const { query, variables, operationName } = operation;
      const unsubscribe = client.subscribe(
        { query, variables: { ...variables }, ...(operationName && { operationName }) },
        {
          next: (result) => observer.next(result),
          complete: () => observer.complete(),
          error: (reason) => void reportRejection(reason, observer),
        },
      );
      return { unsubscribe };
    },
  };
}

/** Ends a rejected subscription with the GraphQL response of the server, or with the error if there is none. */
async function reportRejection(reason: unknown, observer: Observer): Promise<void> {
  const response = reason instanceof NetworkError ? reason.response : undefined;
  const result: unknown = response instanceof Response ? await response.json().catch(() => undefined) : undefined;
  if (result === undefined) return observer.error(reason);
  observer.next(result);
  observer.complete();
}
