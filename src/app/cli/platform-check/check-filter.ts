import type { Tool } from '../../../tools/tool.ts';
import type { CheckedConnection } from './checked-connection.ts';

interface FilteredCall<Item extends object> {
  tool: Tool;
  filter: object;
  /** Items without the filter. */
  sample: readonly Item[];
  /** Whether the filter matches the item; null if that is unknown. */
  matches: (item: Item) => boolean | null;
  /** Items with the filter; undefined if they cannot be read. */
  read: () => Promise<readonly Item[] | undefined>;
  /** A result with fewer items is complete. */
  pageSize?: number;
  key?: keyof Item;
}

/** Checks that a filter returns all matching items of the sample, and none that does not match. */
export async function checkFilter<Item extends object>(
  { findings, nameOf }: CheckedConnection,
  { tool, filter, sample, matches, read, pageSize = Infinity, key }: FilteredCall<Item>,
): Promise<void> {
  const name = nameOf(tool);
  const sent = `sent ${JSON.stringify(filter)}`;
  const expected = sample.filter((item) => matches(item) === true);
  const excluded = sample.filter((item) => matches(item) === false);
  if (excluded.length === 0) {
    return findings.skip(
      name,
      'filters',
      `${JSON.stringify(filter)}: every known item matches, so an ignored filter would not be noticed`,
    );
  }
  const found = await read();
  if (!found) return findings.skip(name, 'filters', `${JSON.stringify(filter)}: no items could be read`);
  const idOf = (item: Item) => String(Reflect.get(item, key ?? 'id'));
  const faults: string[] = [];
  const wrong = found.find((item) => matches(item) === false);
  if (wrong) {
    const ignored = found.length >= sample.length ? ': is the filter ignored?' : '';
    faults.push(`${sent}; received ${idOf(wrong)}, which does not match${ignored}; expected only matching items`);
  }
  const ids = new Set(found.map(idOf));
  const missing = found.length < pageSize ? expected.filter((item) => !ids.has(idOf(item))) : [];
  if (missing[0]) {
    faults.push(`${sent}; received ${found.length} items without ${idOf(missing[0])}; expected it, because it matches`);
  }
  findings.judge(name, 'filters', faults);
}
