/** The body of a request: a multipart request if a variable is a file, otherwise JSON. */
export function bodyOf(request: {
  query: string;
  operationName: string;
  variables: object;
  extensions?: object;
}): FormData | string {
  const json = JSON.stringify(request, (_, value: unknown) => (value instanceof Blob ? null : value));
  const files = filesIn(request.variables, 'variables');
  if (files.length === 0) return json;
  const form = new FormData();
  form.append('operations', json);
  form.append('map', JSON.stringify(Object.fromEntries(files.map(({ path }, index) => [index, [path]]))));
  for (const [index, { file }] of files.entries()) form.append(String(index), file);
  return form;
}

function filesIn(value: unknown, path: string): { path: string; file: Blob }[] {
  if (value instanceof Blob) return [{ path, file: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => filesIn(item, `${path}.${key}`));
}
