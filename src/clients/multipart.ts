/** Turns a JSON request with files into a multipart request, by the GraphQL multipart request specification. */
export function withFiles(request: { headers: Headers; body: string }, variables: object): RequestInit {
  const files = filesIn(variables, 'variables');
  if (files.length === 0) return request;
  const operation = { ...JSON.parse(request.body), variables };
  const form = new FormData();
  form.append(
    'operations',
    JSON.stringify(operation, (_, value: unknown) => (value instanceof Blob ? null : value)),
  );
  form.append('map', JSON.stringify(Object.fromEntries(files.map(({ path }, index) => [index, [path]]))));
  for (const [index, { file }] of files.entries()) form.append(String(index), file);
  // Let `fetch` set the content type, which contains the boundary of the form.
  request.headers.delete('content-type');
  return { ...request, body: form };
}

function filesIn(value: unknown, path: string): { path: string; file: Blob }[] {
  if (value instanceof Blob) return [{ path, file: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => filesIn(item, `${path}.${key}`));
}
