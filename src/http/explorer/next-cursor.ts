/** Returns the `endCursor` of the first `pageInfo` of a response that has a next page. */
export function nextCursor(response: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(response);
    return findCursor(parsed);
  } catch {
    return undefined;
  }
}

function findCursor(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('hasNextPage' in value && 'endCursor' in value) {
    return value.hasNextPage === true && typeof value.endCursor === 'string' ? value.endCursor : undefined;
  }
  for (const inner of Object.values(value)) {
    const found = findCursor(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
