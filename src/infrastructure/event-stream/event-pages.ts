import { EventCursorError } from './event-feed.ts';
import type { EventReader, FeedEvent } from './event-reader.ts';

/** Events that were read from the log for readers that are behind. */
interface Page {
  /** The position before the page. */
  after: number;
  /** Undefined while the page is being read. */
  events: FeedEvent[] | undefined;
  waiting: Set<EventReader>;
}

export interface EventPagesOptions {
  pageSize: number;
  /** @throws EventCursorError if events after the position are no longer stored */
  read(after: number, limit: number): Promise<FeedEvent[]>;
  /** Called when the log cannot be read; `readers` must be woken when it works again. */
  onFailure(error: unknown, readers: Iterable<EventReader>): void;
}

/** Maximum number of cached pages of one organization. Beyond it, pages are read again for every event, which is slow but correct. */
const maxPages = 16;

/**
 * Reads pages of the log for readers that are behind. Readers whose positions are close to each other share a page, for
 * example those of a node that was stopped.
 */
export function createEventPages({ pageSize, read, onFailure }: EventPagesOptions) {
  /** The most recently used page is last. */
  let pages: Page[] = [];

  const isOnPage = (position: number) => (page: Page) =>
    position >= page.after && position < page.after + (page.events?.length ?? pageSize);

  const drop = (page: Page) => {
    pages = pages.filter((other) => other !== page);
  };

  async function load(page: Page) {
    try {
      const events = await read(page.after, pageSize);
      if (events[0]?.position !== page.after + 1) throw new EventCursorError();
      page.events = events;
    } catch (error) {
      drop(page);
      if (!(error instanceof EventCursorError)) return onFailure(error, page.waiting);
      for (const reader of page.waiting) if (reader.position === page.after) reader.fail(new EventCursorError());
    }
    for (const reader of page.waiting) reader.wake();
    page.waiting.clear();
  }

  return {
    /** Returns the event after the position of a reader; otherwise wakes the reader when it was read. */
    take(reader: EventReader, position: number): FeedEvent | undefined {
      const found = pages.find(isOnPage(position));
      if (found) drop(found);
      const page = found ?? { after: position, events: undefined, waiting: new Set() };
      pages.push(page);
      if (pages.length > maxPages) pages.shift();
      if (!found) void load(page);
      if (page.events) return page.events[position - page.after];
      page.waiting.add(reader);
      return undefined;
    },
    clear() {
      pages = [];
    },
  };
}
