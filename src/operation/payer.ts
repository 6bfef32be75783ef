import type { Balance, RateLimit, Reservation } from '../infrastructure/fairness/rate-limit.ts';

/** Number of tokens of a rejected document that cost one point, for the time to check the document. */
const tokensPerPoint = 250;

export type Payer = ReturnType<typeof createPayer>;

/** Pays for an operation with points of its caller. Without `limit`, all reservations are granted. */
export function createPayer(identifier: string, limit?: RateLimit) {
  let reservation: Reservation | undefined;
  let latest: Balance | undefined;

  /** Spends points even if fewer are left. */
  async function spend(points: number): Promise<void> {
    if (limit) latest = await (await limit.reserve(identifier, 0)).charge(points);
  }

  const payer = {
    identifier,
    /** Tokens of the document, if it is rejected. */
    rejectedTokens: 0,
    limit,
    spend,
    /** When the operation can be retried, in epoch milliseconds; undefined unless its reservation was rejected. */
    get retryAt(): number | undefined {
      return reservation?.isGranted === false ? reservation.balance.resetAt : undefined;
    },
    /** Returns false, and reserves nothing, if not enough points are left. */
    async reserve(estimated: number): Promise<boolean> {
      if (!limit) return true;
      reservation = await limit.reserve(identifier, Math.ceil(estimated));
      latest = reservation.balance;
      return reservation.isGranted;
    },
    /** Replaces the reserved cost with the actual cost. */
    async charge(actual: number): Promise<void> {
      latest = (await reservation?.charge(Math.ceil(actual))) ?? latest;
    },
    /** The balance after the last reservation or charge, otherwise the current balance; undefined without a limit. */
    balance: async () => (latest ??= await limit?.balance(identifier)),
    /** Charges a rejected document. Must be called when the operation ends, also if it fails. */
    async close(): Promise<void> {
      const points = Math.floor(payer.rejectedTokens / tokensPerPoint);
      if (points > 0) await spend(points);
    },
  };
  return payer;
}
