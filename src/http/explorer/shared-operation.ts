import { multipartTexts } from './files/multipart.ts';

interface SharedOperation {
  query: string;
  /** The variables as JSON, or an empty text. */
  variables: string;
}

/** Browsers and servers accept longer addresses, but chats and mail programs cut them off. */
const maxLinkLength = 8000;

/** Returns undefined if the link would be too long. Headers, which can contain a token, are not part of it. */
export function shareLink(page: string, { query, variables }: SharedOperation): string | undefined {
  const parameters = new URLSearchParams({ query, ...(variables.trim() !== '' && { variables }) });
  const link = `${page}?${parameters.toString()}`;
  return link.length > maxLinkLength ? undefined : link;
}

/** Reads the operation from the query string of a link. It is shown, and never run. */
export function readShared(search: string): SharedOperation | undefined {
  const parameters = new URLSearchParams(search);
  const query = parameters.get('query');
  return query ? { query, variables: parameters.get('variables') ?? '' } : undefined;
}

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
