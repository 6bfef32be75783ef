import { EventCursorError, type StreamEvent } from './event-feed.ts';

/** A reader whose next event is no longer in memory. */
interface PageReader {
  position: number | undefined;
  wake: () => void;
}

interface Page<Reader, Event> {
  after: number;
  /** Events of the page; undefined while the page is being read. */
  events: Event[] | undefined;
  waiting: Set<Reader>;
}

interface EventPagesOptions<Reader, Event> {
  /** Reads up to `pageSize` events that follow the position `after`. */
  read(after: number): Promise<Event[]>;
  end(reader: Reader, error: EventCursorError): void;
  onFailure(error: unknown): void;
}

export const pageSize = 64;
/** Maximum number of cached pages. If readers need more, pages are read again for every event: slow but correct. */
const maxPages = 16;

/** Pages of events for readers that are behind. Readers whose positions are close to each other share a page. */
export function createEventPages<Reader extends PageReader, Event extends StreamEvent>({
  read,
  end,
  onFailure,
}: EventPagesOptions<Reader, Event>) {
  /** The most recently used page is last. */
  let pages: Page<Reader, Event>[] = [];

  async function load(page: Page<Reader, Event>) {
    try {
      const events = await read(page.after);
      if (events[0]?.position !== page.after + 1) throw new EventCursorError();
      page.events = events;
    } catch (error) {
      const isCurrent = pages.includes(page);
      pages = pages.filter((other) => other !== page);
      if (!(error instanceof EventCursorError)) return onFailure(error);
      for (const reader of page.waiting) {
        if (isCurrent && reader.position === page.after) end(reader, new EventCursorError());
      }
    }
    for (const reader of page.waiting) reader.wake();
    page.waiting.clear();
  }

  return {
    /** Returns the event after a position. If its page is not loaded, returns undefined, and wakes the reader later. */
    take(reader: Reader, position: number): Event | undefined {
      const found = pages.find(
        ({ after, events }) => position >= after && position < after + (events?.length ?? pageSize),
      );
      const page = found ?? { after: position, events: undefined, waiting: new Set<Reader>() };
      pages = [...pages.filter((other) => other !== page), page].slice(-maxPages);
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
