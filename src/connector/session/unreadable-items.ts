import type { z } from 'zod';

/** Lists within a record that may lose an unreadable item; the rest of the record is still good. */
const listsWithinRecords = new Set<PropertyKey>([
  'educations',
  'entries',
  'experiences',
  'screenings',
  'taggings',
  'views',
]);

interface DroppedItem {
  path: PropertyKey[];
  reason: string;
}

/**
 * A copy of a payload without the items that made it unreadable. An item of a page leaves `undefined` in its place, so
 * that the others keep theirs: only listings whose schema allows that can be read then. Any other is taken out of its
 * list.
 * @returns nothing when anything else is unreadable too, or when the page would be left without items
 */
export function withoutUnreadableItems(
  payload: unknown,
  issues: readonly z.core.$ZodIssue[],
): { payload: unknown; dropped: DroppedItem[] } | undefined {
  const dropped = new Map<string, DroppedItem>();
  for (const { path, message } of issues) {
    const place = placeOfItem(path);
    if (!place) return undefined;
    dropped.set(place.join('.'), { path: place, reason: message });
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

/** The innermost item on the way to a value that may be dropped; nothing when there is none. */
function placeOfItem(path: readonly PropertyKey[]): PropertyKey[] | undefined {
  // No field of the graph shows the entries that come with a list.
  if (path.length === 1 && path[0] === 'entries') return [...path];
  const list = path.findLastIndex(
    (key, index) =>
      typeof path[index + 1] === 'number' && (listsWithinRecords.has(key) || (index === 0 && key === 'items')),
  );
  return list === -1 ? undefined : path.slice(0, list + 2);
}
