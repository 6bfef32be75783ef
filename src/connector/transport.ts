import type { RequestTrace } from '../infrastructure/telemetry/trace-context.ts';
import type { ListedTool, ListRequest } from '../tools/platform.ts';
import type { Tool } from '../tools/tool.ts';

export interface Account {
  connectionName: string;
  /** The user on whose behalf a call is made. */
  identifier: string;
}

export interface CallRequest extends Account {
  readonly tool: Tool;
  /** Name of the tool with the connection's prefix. */
  readonly toolName: string;
  readonly input: unknown;
  /** Key with which the platform executes a call of the class `once` only once; undefined for other classes. */
  readonly idempotencyKey?: string | undefined;
  readonly trace: RequestTrace;
}

/** A call that a transport must end with `succeed`, `fail` or `sendAgain`, unless `onAbort` is called first. */
export interface SentCall {
  readonly request: CallRequest;
  /**
   * Set by the transport while it sends the call. Called when all callers have left or the time is up; the transport
   * must not end the call afterwards, because the call may be sent again.
   */
  onAbort: ((reason: unknown) => void) | undefined;
  /** Whether the call was sent again because the platform rejected the previous token. */
  readonly hasNewToken: boolean;
  /** Reports the account's version, which changes when the account is replaced. Must be called before the result. */
  reportAccountVersion(version: string): void;
  /** @param payload the service's payload, unparsed */
  succeed(payload: unknown): void;
  /** @param error a ToolError, except for unexpected faults */
  fail(error: unknown): void;
  /** Sends the call again within the same attempt. `isAlone`: in a request without other calls. */
  sendAgain(how: { isAlone: true } | { hasNewToken: true }): void;
}

export interface Transport {
  /** Maximum number of requests in flight on one connection, 50 by default; further calls are queued. */
  maxRequestsInFlight?: number;
  /** Initial limit of requests in flight, by default the maximum; rises by this number after a caller waited 50 ms. */
  usualRequestsInFlight?: number;
  /** Returns the current maximum number of reads of an account in one request. If omitted, each call is one request. */
  maxBatchCalls?(account: Account): number;
  /** Whether a response has announced that the platform honours idempotency keys. */
  honoursKeys?(): boolean;
  /** Sends calls of one account and trace in one request. */
  send(calls: readonly SentCall[]): void;
  /** @throws ToolError, or the reason of an aborted signal */
  listTools(request: ListRequest): Promise<ListedTool[]>;
}

export interface TransportCall extends CallRequest {
  /** Aborted when the call ends before its result has arrived. */
  signal: AbortSignal;
  onAccountVersion: (version: string) => void;
}

/** Makes a transport's `send` from a function that executes one call. */
export const sendEach =
  (execute: (call: TransportCall) => Promise<unknown>): Transport['send'] =>
  (calls) => {
    for (const call of calls) {
      const controller = new AbortController();
      const { signal } = controller;
      call.onAbort = (reason) => controller.abort(reason);
      const onAccountVersion = (version: string) => signal.aborted || call.reportAccountVersion(version);
      execute({ ...call.request, signal, onAccountVersion }).then(
        (payload) => signal.aborted || call.succeed(payload),
        (error: unknown) => signal.aborted || call.fail(error),
      );
    }
  };

/** Wraps a call. Not by a spread, which drops the methods of a class and lets `onAbort` be set only on the copy. */
export const withCallbacks = (call: SentCall, callbacks: Partial<Pick<SentCall, 'succeed' | 'fail'>>): SentCall => ({
  request: call.request,
  hasNewToken: call.hasNewToken,
  get onAbort() {
    return call.onAbort;
  },
  set onAbort(listener) {
    call.onAbort = listener;
  },
  reportAccountVersion: (version) => call.reportAccountVersion(version),
  succeed: (payload) => call.succeed(payload),
  fail: (error) => call.fail(error),
  sendAgain: (how) => call.sendAgain(how),
  ...callbacks,
});
