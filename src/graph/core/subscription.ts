import type { SubscriptionScope } from './context.ts';

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
