import type { Tool } from '../../../tools/tool.ts';
import type { CheckedConnection } from './checked-connection.ts';

interface Page {
  items: readonly unknown[];
  total: number | null;
}

interface PagedCall {
  tool: Tool;
  read: (page: { limit: string; page: string }) => Promise<Page | undefined>;
  /** Number of items that the tool is known to have. */
  known: number;
  /** `id` by default. */
  key?: string;
}

/** Reads two small pages, and checks their sizes, items and totals. */
export async function checkPaging(
  { findings, nameOf }: CheckedConnection,
  { tool, read, known, key = 'id' }: PagedCall,
): Promise<void> {
  const name = nameOf(tool);
  if (known < 2) return findings.skip(name, 'paging', `it has ${known} items; two pages need two`);
  const limit = known > 2 ? 2 : 1;
  const pages = [];
  for (const page of [1, 2]) {
    const found = await read({ limit: String(limit), page: String(page) });
    if (!found) return findings.skip(name, 'paging', `page ${page} could not be read`);
    pages.push(found);
  }
  const faults: string[] = [];
  const sent = (page: number) => `sent limit ${limit} and page ${page}`;
  const idsOf = ({ items }: Page) => items.map((item) => String(Reflect.get(Object(item), key)));
  for (const [index, page] of pages.entries()) {
    if (page.items.length > limit) {
      faults.push(`${sent(index + 1)}; received ${page.items.length} items; expected a page of at most ${limit}`);
    }
  }
  const [first = { items: [], total: null }, second = first] = pages;
  const earlier = new Set(idsOf(first));
  const repeated = idsOf(second).filter((id) => earlier.has(id));
  if (repeated.length > 0) {
    faults.push(`${sent(2)}; received ${repeated.join(', ')}, which page 1 contains too; expected no repeated item`);
  }
  if (second.items.length === 0) faults.push(`${sent(2)}; received no item; expected those after page 1`);
  if (first.total !== null && second.total !== null && first.total !== second.total) {
    faults.push(`${sent(2)}; received total ${second.total}, on page 1 ${first.total}; expected a constant total`);
  }
  findings.judge(name, 'paging', faults);
}
