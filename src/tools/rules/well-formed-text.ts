export const wellFormedTextRule = 'must be well-formed text without U+0000';

/** Whether the database can store the text unchanged: it contains neither U+0000 nor an unpaired surrogate. */
export const isWellFormedText = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/** The last step of a path, linked to earlier steps. A list of all steps at each level would take quadratic memory. */
interface Place {
  key: string;
  outer: Place | undefined;
}

/** Returns the path of a malformed text, or of an object with a malformed key. Not recursive, so any depth is safe. */
export function malformedTextPath(root: unknown): string[] | undefined {
  // Almost no value contains malformed text, and a search that tracks paths takes ten times as long.
  if (!hasMalformedText(root)) return undefined;
  const pending: { value: unknown; place: Place | undefined }[] = [{ value: root, place: undefined }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, place } = next;
    if (typeof value === 'string' && !isWellFormedText(value)) return pathTo(place);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value).toReversed()) {
      if (!isWellFormedText(key)) return pathTo(place);
      pending.push({ value: inner, place: { key, outer: place } });
    }
  }
  return undefined;
}

function hasMalformedText(root: unknown): boolean {
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string' && !isWellFormedText(value)) return true;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value) pending.push(item);
      continue;
    }
    for (const key of Object.keys(value)) {
      if (!isWellFormedText(key)) return true;
      pending.push(Reflect.get(value, key));
    }
  }
  return false;
}

function pathTo(innermost: Place | undefined): string[] {
  const path: string[] = [];
  for (let place = innermost; place; place = place.outer) path.push(place.key);
  return path.toReversed();
}
