/** Follows the GraphQL multipart request specification. */
export function multipartBody(operation: object, files: ReadonlyMap<string, File>): FormData {
  const { operations, map } = multipartTexts(operation, [...files.keys()]);
  const body = new FormData();
  body.append('operations', operations);
  body.append('map', map);
  for (const [index, file] of [...files.values()].entries()) body.append(String(index), file);
  return body;
}

/** Returns the parts `operations` and `map`, which come first in the request. */
export function multipartTexts(operation: object, paths: readonly string[]): { operations: string; map: string } {
  // The specification requires null at the place of each file.
  const operations = paths.reduce<object>((sent, path) => withNull(sent, path.split('.')), { ...operation });
  return {
    operations: JSON.stringify(operations),
    map: JSON.stringify(Object.fromEntries(paths.map((path, index) => [index, [path]]))),
  };
}

function withNull(value: unknown, [name, ...rest]: string[]): object {
  const fields = typeof value === 'object' && value !== null ? value : {};
  if (name === undefined) return fields;
  const inner: unknown = Object.entries(fields).find(([key]) => key === name)?.[1];
  return { ...fields, [name]: rest.length === 0 ? null : withNull(inner, rest) };
}
