import type { Scope } from '../../connector/scope.ts';
import type { GraphContext } from './context.ts';

/**
 * The part of an operation's context that remains available as long as a subscription lasts. The tool session, the
 * loaders and the timers of the context end when the stream of events starts.
 */
export interface SubscriptionScope {
  identifier: string;
  /** The caller's scopes. */
  scopes: ReadonlySet<Scope>;
  /** Runs reads between two events, with a context and a time limit of their own. */
  read<Result>(work: (context: GraphContext) => Promise<Result>, signal: AbortSignal): Promise<Result>;
  /** Returns the current time. */
  now: () => Date;
  /** Aborted when the subscription ends. The source of events must then end too. */
  signal: AbortSignal;
}

/** An event of a subscription, from which the fields of one result are resolved. */
export interface SourceEvent<Value> {
  /** The same for all subscriptions that receive the event, so that they can share what they load for it. */
  key: string;
  value: Value;
}

/** Returns the scope of a subscription that starts. @throws Error if the operation is executed in another way */
export function requireSubscription(scope: SubscriptionScope | undefined): SubscriptionScope {
  if (!scope) throw new Error('A subscription needs a scope that outlives its context.');
  return scope;
}
