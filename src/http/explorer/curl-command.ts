import { multipartTexts } from './files/multipart.ts';

export interface CurlRequest {
  url: string;
  operation: { query: string; variables?: unknown; operationName?: string };
  headers: Record<string, string>;
  isSubscription: boolean | undefined;
  /** Paths of the variables that take a file. */
  filePaths: readonly string[];
}

/** Returns a command for a POSIX shell. It reads the token from `TOKEN`, so that a shared command contains none. */
export function curlCommand({ url, operation, headers, isSubscription, filePaths }: CurlRequest): string {
  const form = filePaths.length > 0 ? multipartTexts(operation, filePaths) : undefined;
  const sent = {
    // Form data needs a header that passes the check against CSRF; its content type has a boundary.
    ...(form ? { 'x-graphql-yoga-csrf': '1' } : { 'content-type': 'application/json' }),
    ...(isSubscription && { accept: 'text/event-stream' }),
    ...headers,
  };
  const options = Object.entries(sent).map(([name, value]) =>
    name.toLowerCase() === 'authorization' ? `-H "${name}: Bearer $TOKEN"` : `-H ${quoted(`${name}: ${value}`)}`,
  );
  const body = form
    ? [
        `--form-string operations=${quoted(form.operations)}`,
        `--form-string map=${quoted(form.map)}`,
        ...filePaths.map((_, index) => `-F ${index}=@file${index}`),
      ]
    : [`-d ${quoted(JSON.stringify(operation))}`];
  return [`curl${isSubscription ? ' -N' : ''} ${quoted(url)}`, ...options, ...body].join(' \\\n  ');
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
