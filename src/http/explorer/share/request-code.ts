import { multipartTexts } from '../files/multipart.ts';

export interface CodeRequest {
  url: string;
  operation: { query: string; variables?: unknown; operationName?: string };
  headers: Record<string, string>;
  isSubscription: boolean;
  /** Paths of the variables that take a file. */
  filePaths: readonly string[];
}

/** Returns a command for a POSIX shell. It reads the token from `TOKEN`, so that a shared command contains none. */
export function curlCommand(request: CodeRequest): string {
  const headers = Object.entries(headersOf(request)).map(([name, value]) =>
    isToken(name) ? `-H "${name}: Bearer $TOKEN"` : `-H ${quoted(`${name}: ${value}`)}`,
  );
  const form = formOf(request);
  const body = form
    ? [
        `--form-string operations=${quoted(form.operations)}`,
        `--form-string map=${quoted(form.map)}`,
        ...request.filePaths.map((_, index) => `-F ${index}=@${fileName(index)}`),
      ]
    : [`-d ${quoted(JSON.stringify(request.operation))}`];
  const command = request.isSubscription ? 'curl -N' : 'curl';
  return [`${command} ${quoted(request.url)}`, ...headers, ...body].join(' \\\n  ');
}

/** Returns a module for browsers and Node.js. It reads the token from the variable `token`, and files from `file0` … */
export function fetchCode(request: CodeRequest): string {
  const headers = Object.entries(headersOf(request)).map(
    ([name, value]) => `    ${literal(name)}: ${isToken(name) ? '`Bearer ${token}`' : literal(value)},`,
  );
  const form = formOf(request);
  const lines = [
    ...(form
      ? [
          'const body = new FormData();',
          `body.append('operations', ${literal(form.operations)});`,
          `body.append('map', ${literal(form.map)});`,
          ...request.filePaths.map((_, index) => `body.append('${index}', file${index});`),
        ]
      : [`const body = JSON.stringify(${operationLiteral(request.operation)});`]),
    `const response = await fetch(${literal(request.url)}, {`,
    "  method: 'POST',",
    '  headers: {',
    ...headers,
    '  },',
    '  body,',
    '});',
    ...(request.isSubscription
      ? ['for await (const text of response.body.pipeThrough(new TextDecoderStream())) console.log(text);']
      : ['const { data, errors } = await response.json();', 'console.log(data, errors);']),
  ];
  return `${lines.join('\n')}\n`;
}

function headersOf({ headers, isSubscription, filePaths }: CodeRequest): Record<string, string> {
  return {
    // Form data needs a header that passes the check against CSRF; its content type has a boundary.
    ...(filePaths.length > 0 ? { 'x-graphql-yoga-csrf': '1' } : { 'content-type': 'application/json' }),
    ...(isSubscription && { accept: 'text/event-stream' }),
    ...headers,
  };
}

const formOf = ({ operation, filePaths }: CodeRequest) =>
  filePaths.length > 0 ? multipartTexts(operation, filePaths) : undefined;

const fileName = (index: number) => `file${index}`;

const isToken = (header: string) => header.toLowerCase() === 'authorization';

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const literal = (text: string) => JSON.stringify(text);

/** Keeps the lines of the query. */
function operationLiteral({ query, ...others }: CodeRequest['operation']): string {
  const escaped = query.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`);
  const rest = Object.entries(others).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},\n`);
  return `{\n  query: \`${escaped}\`,\n${rest.join('')}}`;
}
