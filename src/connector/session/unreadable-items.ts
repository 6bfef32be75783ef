import type { InputIssue } from '../../tools/errors/coded-error.ts';

/** Lists within a record that may lose an unreadable item without making the rest of the record useless. */
const listsWithinRecords = new Set(['educations', 'entries', 'experiences', 'screenings', 'taggings', 'views']);

/**
 * A copy of a payload without the items that made it unreadable. An item of a page is replaced by `undefined`, so that
 * the others keep their positions; the result is readable only if the listing's schema allows `undefined`. Items of
 * lists within records are removed.
 * @returns undefined when anything else is unreadable too, or when no item of the page is left
 */
export function withoutUnreadableItems(
  payload: unknown,
  issues: readonly InputIssue[],
): { payload: unknown; dropped: InputIssue[] } | undefined {
  const dropped = new Map<string, InputIssue>();
  for (const { path, message } of issues) {
    const place = placeOfItem(path);
    if (!place) return undefined;
    dropped.set(place.join('.'), { path: place, message });
  }
  const copy: unknown = structuredClone(payload);
  const lists = new Set<unknown>();
  for (const { path } of dropped.values()) {
    const parent = path.slice(0, -1).reduce((value: unknown, key): unknown => Reflect.get(Object(value), key), copy);
    Reflect.set(Object(parent), path.at(-1) ?? '', undefined);
    if (path.length > 2 || path[0] !== 'items') lists.add(parent);
  }
  for (const list of lists) {
    if (Array.isArray(list)) list.splice(0, list.length, ...list.filter((item) => item !== undefined));
  }
  const page: unknown = Reflect.get(Object(copy), 'items');
  if (Array.isArray(page) && page.every((item) => item === undefined)) return undefined;
  return { payload: copy, dropped: [...dropped.values()] };
}

/** The path of the innermost item that contains a value and may be dropped. */
function placeOfItem(path: readonly string[]): string[] | undefined {
  // No field of the graph uses the entries in a list's payload.
  if (path.length === 1 && path[0] === 'entries') return [...path];
  const list = path.findLastIndex(
    (key, index) =>
      /^\d+$/.test(path[index + 1] ?? '') && (listsWithinRecords.has(key) || (index === 0 && key === 'items')),
  );
  return list === -1 ? undefined : path.slice(0, list + 2);
}
