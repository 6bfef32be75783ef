import type { GraphiQLProvider } from '@graphiql/react';
import { getOperationAST, OperationTypeNode } from 'graphql';
import { type Client, createClient, NetworkError } from 'graphql-sse';
import type { ComponentProps } from 'react';
import { usesFile } from './files/file-picker.tsx';
import { multipartBody } from './files/multipart.ts';
import { mergedHeaders } from './headers-editor.ts';

type Fetcher = ComponentProps<typeof GraphiQLProvider>['fetcher'];
type Operation = Parameters<Fetcher>[0];

interface FetcherOptions {
  url: string;
  /** The selected files by the path of their variable. */
  files: ReadonlyMap<string, File>;
  /** Receives the id of the activity that an upload created, if the operation selects it. */
  onUpload: (activityId: string | undefined) => void;
}

/** Headers of every request: the first passes the check against CSRF, the second requests the list of tool calls. */
const defaultHeaders = { 'x-graphql-yoga-csrf': '1', 'x-tool-trace': '1' };

export function createFetcher({ url, files, onUpload }: FetcherOptions): Fetcher {
  return async (operation, { headers: userHeaders, documentAST } = {}) => {
    const headers = mergedHeaders(defaultHeaders, userHeaders ?? {});
    // GraphiQL sends its introspection query without `documentAST`.
    const definition = documentAST && getOperationAST(documentAST, operation.operationName);
    if (definition?.operation === OperationTypeNode.SUBSCRIPTION)
      return subscription(createClient({ url, headers, retryAttempts: 0 }), operation);
    const sentFiles = new Map([...files].filter(([path]) => usesFile(definition, path)));
    const hasFiles = sentFiles.size > 0;
    const response = await fetch(url, {
      method: 'POST',
      headers: hasFiles ? headers : { ...headers, 'content-type': 'application/json' },
      body: hasFiles ? multipartBody(operation, sentFiles) : JSON.stringify(operation),
    });
    const result = await response.json();
    if (hasFiles) onUpload(uploadedActivityId(result));
    return result;
  };
}

const uploadedActivityId = ({ data }: { data?: Record<string, { activity?: { id?: string } } | null> | null }) =>
  Object.values(data ?? {}).find((field) => field?.activity?.id)?.activity?.id;

interface Observer {
  next(result: unknown): void;
  error(error: unknown): void;
  complete(): void;
}

/** Returns an observable: GraphiQL can end an observable, but not an iterator, while it waits for an event. */
function subscription(client: Client, { query, variables, operationName }: Operation) {
  return {
    subscribe(observer: Observer) {
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

/** Ends a rejected subscription with the server's GraphQL response, or with the error if there is no response. */
async function reportRejection(reason: unknown, observer: Observer): Promise<void> {
  const response = reason instanceof NetworkError ? reason.response : undefined;
  const result: unknown = response instanceof Response ? await response.json().catch(() => undefined) : undefined;
  if (result === undefined) return observer.error(reason);
  observer.next(result);
  observer.complete();
}
