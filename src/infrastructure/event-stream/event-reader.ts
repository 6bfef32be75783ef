import type { StreamEvent, StreamPosition } from './event-feed.ts';

/** An event with the generation of its stream. All readers of a topic get the same object. */
export type FeedEvent = StreamEvent & { generation: string };

/** The stream that a reader reads. */
export interface EventSource {
  /** Returns the event after the position of the reader; otherwise wakes the reader when it may have one. */
  take(reader: EventReader): FeedEvent | undefined;
  /** Removes a reader that has ended. */
  remove(reader: EventReader): void;
}

export interface EventReaderOptions {
  source: EventSource;
  after: StreamPosition | undefined;
  signal: AbortSignal;
}

/**
 * A reader of the events of an organization: a position, and one promise while it waits. A class, because there are
 * thousands of readers and methods of a class are shared.
 */
export class EventReader implements AsyncIterableIterator<FeedEvent, undefined> {
  /** Where the reader begins; undefined for the end of the stream. */
  after: StreamPosition | undefined;
  /** Position of the last event that was read; undefined until the end of the stream is known. */
  position: number | undefined;
  readonly #source: EventSource;
  readonly #signal: AbortSignal;
  #isEnded = false;
  #error: Error | undefined;
  #resume: (() => void) | undefined;
  #reading: Promise<IteratorResult<FeedEvent, undefined>> | undefined;

  constructor({ source, after, signal }: EventReaderOptions) {
    this.#source = source;
    this.after = after;
    this.#signal = signal;
    signal.addEventListener('abort', this, { once: true });
    if (signal.aborted) this.end();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<FeedEvent, undefined>> {
    const take = () => this.#take();
    const reading = this.#reading ? this.#reading.then(take, take) : take();
    this.#reading = reading;
    return reading;
  }

  async return(): Promise<IteratorResult<FeedEvent, undefined>> {
    this.end();
    return { done: true, value: undefined };
  }

  /** The signal was aborted. */
  handleEvent(): void {
    this.end();
  }

  /** Ends the reading, also a `next` that waits. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#signal.removeEventListener('abort', this);
    this.#source.remove(this);
    this.wake();
  }

  begin(position: number): void {
    this.position = position;
    this.wake();
  }

  /** Makes the reader begin again at its position of an earlier generation. */
  interrupt(generation: string): void {
    this.after = { generation, position: this.position ?? 0 };
    this.position = undefined;
  }

  /** Ends the reading with an error, which the reader gets once. */
  fail(error: Error): void {
    if (this.#isEnded) return;
    this.#error = error;
    this.end();
  }

  wake(): void {
    this.#resume?.();
    this.#resume = undefined;
  }

  async #take(): Promise<IteratorResult<FeedEvent, undefined>> {
    while (!this.#isEnded) {
      const event = this.#source.take(this);
      if (event) {
        this.position = event.position;
        return { done: false, value: event };
      }
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
    }
    const error = this.#error;
    this.#error = undefined;
    if (error) throw error;
    return { done: true, value: undefined };
  }
}
