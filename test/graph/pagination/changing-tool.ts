import type { Page } from '../../../src/connector/talent/talent-client.ts';

export interface Item {
  id: string;
  time: number | null;
}

type Direction = 'asc' | 'desc';

/** A tool with pages of 1 to 100 nodes, over a listing that tests can change. */
export function changingTool(items: Item[], { direction = 'desc', reports = 'everything' }: ToolOptions = {}) {
  const sign = direction === 'asc' ? 1 : -1;
  const inOrder = (a: Item, b: Item) =>
    sign * ((a.time ?? 0) - (b.time ?? 0)) || sign * (a.id < b.id ? -1 : Number(a.id > b.id));
  const requested: Page[] = [];
  const tool = {
    direction,
    requested,
    items: items.toSorted(inOrder),
    add(...more: Item[]) {
      tool.items = [...tool.items, ...more].toSorted(inOrder);
    },
    remove(isUnwanted: (item: Item, index: number) => boolean) {
      tool.items = tool.items.filter((item, index) => !isUnwanted(item, index));
    },
    async fetchPage({ page, limit }: Page) {
      if (page < 1 || limit < 1 || limit > 100) throw new Error(`no page ${page} of ${limit}`);
      requested.push({ page, limit });
      const total = reports === 'nothing' ? null : tool.items.length;
      const hasMore = reports === 'everything' ? page * limit < tool.items.length : null;
      return { items: tool.items.slice((page - 1) * limit, page * limit), total, hasMore };
    },
  };
  return tool;
}

interface ToolOptions {
  direction?: Direction;
  reports?: 'everything' | 'total' | 'nothing';
}

export type Tool = ReturnType<typeof changingTool>;
