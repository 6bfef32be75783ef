import type { Dispatcher, Pool } from 'undici';

/** Receives the body of a response. */
export interface BodyReader {
  /** @throws an error with which the request fails */
  add(chunk: Buffer): void;
  /** Returns what was read when the body is complete. */
  end(): string;
}

export interface ResponseHead {
  status: number;
  headers: Record<string, string | string[] | undefined>;
}

export interface ReadResponse extends ResponseHead {
  body: string;
}

interface SentRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

interface Exchange {
  readerOf(head: ResponseHead): BodyReader;
  /** Called with the complete response. */
  end(response: ReadResponse): void;
  /** Called with undici's error, or that of the reader. */
  fail(error: unknown): void;
}

/**
 * Sends one request. Uses a handler of undici instead of its `request`, because a stream for each body costs more CPU
 * time than all other parts of a small request.
 * @returns a function that aborts the request; then neither `end` nor `fail` is called
 */
export function dispatchRequest(pool: Pool, request: SentRequest, { readerOf, end, fail }: Exchange): () => void {
  let running: Dispatcher.DispatchController | undefined;
  let head: ResponseHead = { status: 0, headers: {} };
  let reader: BodyReader | undefined;
  let isAborted = false;
  const abort = () => {
    isAborted = true;
    running?.abort(new Error('The request was aborted.'));
  };
  pool.dispatch(request, {
    onRequestStart(controller) {
      running = controller;
      if (isAborted) abort();
    },
    onResponseStart(_, status, headers) {
      // A response with status 100 to 199 precedes the actual one.
      if (status < 200) return;
      head = { status, headers };
      reader = readerOf(head);
    },
    onResponseData(controller, chunk) {
      try {
        reader?.add(chunk);
      } catch (error) {
        controller.abort(error instanceof Error ? error : new Error('The response cannot be read.', { cause: error }));
      }
    },
    onResponseEnd() {
      if (!isAborted) end({ ...head, body: reader?.end() ?? '' });
    },
    onResponseError(_, error) {
      if (!isAborted) fail(error);
    },
  });
  return abort;
}
