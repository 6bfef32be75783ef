import type { ToolInput, ToolRecord } from '../../../tools/tool.ts';
import type { CheckedTools, ListTool } from './checked-tools.ts';

interface PagedCall<T extends ListTool> {
  /** The input apart from the page. */
  params?: Partial<ToolInput<T>>;
  /** Number of items that the tool is known to have. */
  known: number;
  key?: string;
}

/** Reads two small pages, and checks their sizes, items and totals. */
export async function checkPaging<T extends ListTool>(
  { read, judge, skip }: CheckedTools,
  tool: T,
  { params, known, key = 'id' }: PagedCall<T>,
): Promise<void> {
  if (known < 2) return skip(tool, `it has ${known} items; two pages need two`, 'paging');
  const limit = known > 2 ? 2 : 1;
  const pages: ToolRecord<ListTool>[] = [];
  for (const page of [1, 2]) {
    const found = await read<ListTool>(tool, { ...params, limit: String(limit), page: String(page) });
    if (!found) return skip(tool, `page ${page} could not be read`, 'paging');
    pages.push(found);
  }
  const faults: string[] = [];
  const sent = (page: number) => `sent limit ${limit} and page ${page}`;
  const idsOf = ({ items }: ToolRecord<ListTool>) => items.map((item) => String(Reflect.get(Object(item), key)));
  for (const [index, page] of pages.entries()) {
    if (page.items.length > limit) {
      faults.push(`${sent(index + 1)}; received ${page.items.length} items; expected a page of at most ${limit}`);
    }
  }
  const [first = { items: [] }, second = first] = pages;
  const earlier = new Set(idsOf(first));
  const repeated = idsOf(second).filter((id) => earlier.has(id));
  if (repeated.length > 0) {
    faults.push(`${sent(2)}; received ${repeated.join(', ')}, which page 1 contains too; expected no repeated item`);
  }
  if (second.items.length === 0) faults.push(`${sent(2)}; received no item; expected those after page 1`);
  if (first.total != null && second.total != null && first.total !== second.total) {
    faults.push(`${sent(2)}; received total ${second.total}, on page 1 ${first.total}; expected a constant total`);
  }
  judge(tool, faults, 'paging');
}
