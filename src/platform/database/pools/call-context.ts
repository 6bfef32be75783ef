import { AsyncLocalStorage } from 'node:async_hooks';

export interface CallContext {
  /** Aborted when the caller has gone or the call has timed out. */
  signal: AbortSignal;
  /** The account of the call. Accounts take turns when all connections are busy. */
  account?: string | undefined;
  /** Set by the pool of a service: the call has used a database connection, and so may have taken effect. */
  hasBegun: boolean;
}

/** The context is implicit, because a handler that forgot to pass the signal could continue after the timeout. */
const context = new AsyncLocalStorage<CallContext>();

/** Runs a tool call. Its statements in the pool for calls end when the signal is aborted. */
export const runCall = <Result>(
  { signal, account }: Pick<CallContext, 'signal' | 'account'>,
  work: () => Promise<Result>,
): Promise<Result> => context.run({ signal, account, hasBegun: false }, work);

export const currentCall = (): CallContext | undefined => context.getStore();

/** Runs work that outlives the call that started it. */
export const withoutCallContext = <Result>(work: () => Promise<Result>): Promise<Result> => context.exit(work);
