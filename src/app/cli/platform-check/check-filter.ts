import type { ToolInput } from '../../../tools/tool.ts';
import type { CheckedTools, ItemOf, ListTool } from './checked-tools.ts';

interface FilteredCall<T extends ListTool> {
  filter: Partial<ToolInput<T>>;
  /** The rest of the input. */
  params?: Partial<ToolInput<T>>;
  /** Items without the filter. */
  sample: readonly ItemOf<T>[];
  /** Whether the filter matches the item; null if that is unknown. */
  matches: (item: ItemOf<T>) => boolean | null;
  /** A result with fewer items is complete. */
  pageSize?: number;
  key?: string;
}

/** Checks that a filter returns all matching items of the sample, and none that does not match. */
export async function checkFilter<T extends ListTool>(
  { itemsOf, judge, skip }: CheckedTools,
  tool: T,
  { filter, params = {}, sample, matches, pageSize = Infinity, key = 'id' }: FilteredCall<T>,
): Promise<void> {
  const text = JSON.stringify(filter);
  const expected = sample.filter((item) => matches(item) === true);
  if (sample.every((item) => matches(item) !== false)) {
    return skip(tool, `${text}: every known item matches, so an ignored filter would not be noticed`, 'filters');
  }
  const found = await itemsOf(tool, params, filter);
  if (!found) return skip(tool, `${text}: no items could be read`, 'filters');
  const idOf = (item: object) => String(Reflect.get(item, key));
  const faults: string[] = [];
  const wrong = found.find((item) => matches(item) === false);
  if (wrong) {
    const ignored = found.length >= sample.length ? ': is the filter ignored?' : '';
    faults.push(`sent ${text}; received ${idOf(wrong)}, which does not match${ignored}; expected only matching items`);
  }
  const ids = new Set(found.map(idOf));
  const missing = found.length < pageSize ? expected.find((item) => !ids.has(idOf(item))) : undefined;
  if (missing) {
    const received = `received ${found.length} items without ${idOf(missing)}`;
    faults.push(`sent ${text}; ${received}; expected it, because it matches`);
  }
  judge(tool, faults, 'filters');
}
