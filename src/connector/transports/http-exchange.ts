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
  signal: AbortSignal;
}

/**
 * Sends one request. Uses a handler of undici instead of its `request`, because a stream for each body costs more CPU
 * time than all other parts of a small request.
 * @throws undici's error, the signal's reason, or the error of the reader
 */
export function dispatchRequest(
  pool: Pool,
  { signal, ...request }: SentRequest,
  readerOf: (head: ResponseHead) => BodyReader,
): Promise<ReadResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadResponse>();
  let running: Dispatcher.DispatchController | undefined;
  let head: ResponseHead = { status: 0, headers: {} };
  let reader: BodyReader | undefined;
  const abort = () => running?.abort(errorOf(signal.reason));
  signal.addEventListener('abort', abort, { once: true });
  const end = () => signal.removeEventListener('abort', abort);
  pool.dispatch(request, {
    onRequestStart(controller) {
      running = controller;
      if (signal.aborted) abort();
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
        controller.abort(errorOf(error));
      }
    },
    onResponseEnd() {
      end();
      resolve({ ...head, body: reader?.end() ?? '' });
    },
    onResponseError(_, error) {
      end();
      reject(signal.aborted ? signal.reason : error);
    },
  });
  return promise;
}

const errorOf = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error('The request was aborted.', { cause: thrown });
