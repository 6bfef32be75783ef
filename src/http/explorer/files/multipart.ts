interface Operation {
  query: string;
  operationName?: string | null | undefined;
  variables?: unknown;
}

/** Follows the GraphQL multipart request specification. */
export function multipartBody(operation: Operation, files: ReadonlyMap<string, File>): FormData {
  const paths = [...files.keys()];
  const body = new FormData();
  // The specification requires null at the place of each file.
  const operations = paths.reduce<object>((sent, path) => withNull(sent, path.split('.')), { ...operation });
  body.append('operations', JSON.stringify(operations));
  body.append('map', JSON.stringify(Object.fromEntries(paths.map((path, index) => [index, [path]]))));
  for (const [index, file] of [...files.values()].entries()) body.append(String(index), file);
  return body;
}

function withNull(value: unknown, [name, ...rest]: string[]): object {
  const fields = typeof value === 'object' && value !== null ? value : {};
  if (name === undefined) return fields;
  const inner: unknown = Object.entries(fields).find(([key]) => key === name)?.[1];
  return { ...fields, [name]: rest.length === 0 ? null : withNull(inner, rest) };
}
