import type { Balance, RateLimit, Reservation } from '../infrastructure/fairness/rate-limit.ts';

/** The cost that a caller may still spend, as seen by one request. */
export interface CallerQuota {
  readonly limit: Pick<RateLimit, 'points' | 'windowSeconds'>;
  /**
   * Reserves the estimated cost of an operation.
   * @returns false if not enough is left; then nothing is reserved
   */
  reserve(estimated: number): Promise<boolean>;
  /** Replaces the reserved cost with the actual cost. */
  charge(actual: number): Promise<void>;
  /** The balance after the last reservation or charge of this request; otherwise the current one. */
  balance(): Promise<Balance>;
  /** Opens the quota for another operation of the same caller, such as an event of a subscription. */
  reopen(): CallerQuota;
  /** When a rejected operation can be retried, in epoch milliseconds; undefined if none was rejected. */
  readonly retryAt: number | undefined;
}

export function openCallerQuota(limit: RateLimit, identifier: string): CallerQuota {
  let reservation: Reservation | undefined;
  let latest: Balance | undefined;
  return {
    limit,
    get retryAt() {
      return reservation?.isGranted === false ? reservation.balance.resetAt : undefined;
    },
    reopen: () => openCallerQuota(limit, identifier),
    async reserve(estimated) {
      reservation = await limit.reserve(identifier, Math.ceil(estimated));
      latest = reservation.balance;
      return reservation.isGranted;
    },
    async charge(actual) {
      latest = (await reservation?.charge(Math.ceil(actual))) ?? latest;
    },
    balance: async () => (latest ??= await limit.balance(identifier)),
  };
}
