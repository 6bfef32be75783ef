import { AsyncLocalStorage } from 'node:async_hooks';

export interface CallContext {
  /** Aborted when the caller has gone or the call has timed out. */
  signal: AbortSignal;
  /** The account on whose behalf the call is made. Accounts take turns when all connections are busy. */
  account?: string | undefined;
  /** Whether the call has used a connection of a service, so that it may have taken effect. */
  hasBegun: boolean;
}

/**
 * Implicit, because a handler that forgot to pass the signal to a statement would look correct, but could execute a call
 * after it was answered with a timeout.
 */
const context = new AsyncLocalStorage<CallContext>();

/** Runs `work` as a tool call: its statements in the pools for calls end when the signal is aborted. */
export const runCall = <Result>(
  { signal, account }: Pick<CallContext, 'signal' | 'account'>,
  work: () => Promise<Result>,
): Promise<Result> => context.run({ signal, account, hasBegun: false }, work);

export const currentCall = (): CallContext | undefined => context.getStore();

/** Runs `work` outside the current tool call, for work that a call started but that outlives it. */
export const outsideCall = <Result>(work: () => Promise<Result>): Promise<Result> => context.exit(work);
