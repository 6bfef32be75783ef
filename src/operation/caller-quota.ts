import { type CpuAccount, type CpuTurns, cpuTurns } from './cpu-turns.ts';
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
  /** Spends points without a reservation, even if fewer are left. */
  spend(points: number): Promise<void>;
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
    async spend(points) {
      latest = await (await limit.reserve(identifier, 0)).charge(points);
    },
    balance: async () => (latest ??= await limit.balance(identifier)),
  };
}

interface AccountOptions {
  identifier: string;
  quota: CallerQuota | undefined;
  turns?: CpuTurns | undefined;
}

/**
 * Runs work whose steps take turns with those of other callers. Their CPU time costs one point per millisecond, also if
 * the work fails: no estimate covers it.
 */
export async function accountCpu<Result>(
  { identifier, quota, turns = cpuTurns }: AccountOptions,
  work: (cpu: CpuAccount) => Promise<Result>,
): Promise<Result> {
  const cpu = turns.open(identifier);
  try {
    return await work(cpu);
  } finally {
    const points = Math.floor(cpu.usedMs);
    if (points > 0) await quota?.spend(points);
  }
}
