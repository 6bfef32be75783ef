export const wellFormedTextRule = 'must be well-formed text without U+0000';

/** Whether the database can store the text unchanged: it contains neither U+0000 nor an unpaired surrogate. */
export const isWellFormedText = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/** A path as a linked list: storing the full path at every level of a deep value would take quadratic memory. */
interface Place {
  key: string;
  outer: Place | undefined;
}

/**
 * Returns the path to the first malformed text within a value; for a malformed key, the path to the object that has it.
 * Iterative, because recursion into a deeply nested input would exhaust the stack.
 */
export function malformedTextPath(root: unknown): string[] | undefined {
  // Almost no value has one, and finding its path takes ten times as long.
  if (!hasMalformedText(root)) return undefined;
  const open: { value: unknown; place: Place | undefined }[] = [{ value: root, place: undefined }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, place } = next;
    if (typeof value === 'string' && !isWellFormedText(value)) return pathTo(place);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value).toReversed()) {
      if (!isWellFormedText(key)) return pathTo(place);
      open.push({ value: inner, place: { key, outer: place } });
    }
  }
  return undefined;
}

function hasMalformedText(root: unknown): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && !isWellFormedText(value)) return true;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value) open.push(item);
      continue;
    }
    for (const key of Object.keys(value)) {
      if (!isWellFormedText(key)) return true;
      open.push(Reflect.get(value, key));
    }
  }
  return false;
}

function pathTo(innermost: Place | undefined): string[] {
  const path: string[] = [];
  for (let place = innermost; place; place = place.outer) path.push(place.key);
  return path.toReversed();
}
