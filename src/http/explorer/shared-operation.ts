import { multipartTexts } from './files/multipart.ts';

interface SharedOperation {
  query: string;
  /** The variables as JSON, or an empty text. */
  variables: string;
}

/** Browsers and servers accept longer addresses, but chats and mail programs cut them off. */
const maxLinkLength = 8000;

/** Returns undefined if the link would be too long. The link contains no headers: they can contain a token. */
export function shareLink(page: string, { query, variables }: SharedOperation): string | undefined {
  const parameters = new URLSearchParams({ query, ...(variables.trim() !== '' && { variables }) });
  const link = `${page}?${parameters.toString()}`;
  return link.length > maxLinkLength ? undefined : link;
}

/** Reads the operation from the query string of a link. The page shows the operation, but never runs it. */
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

/** Returns a command for a POSIX shell. It reads `$TOKEN`, so that a shared command contains no token. */
export function curlCommand({ url, operation, headers, isSubscription, filePaths }: CurlRequest): string {
  const form = filePaths.length > 0 ? multipartTexts(operation, filePaths) : undefined;
  const sent = {
    // JSON passes the check against CSRF by its content type; form data needs this header.
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
