import type { Balance, RateLimit, Reservation } from '../infrastructure/fairness/rate-limit.ts';
import { type CpuAccount, type CpuTurns, cpuTurns } from './cpu-turns.ts';

/** CPU time of an operation without turns. Measured for small operations and for pages of 50 signals. */
const msPerOperation = 0.5;
const msPerPoint = 0.02;

export interface OperationAccount {
  readonly identifier: string;
  /** The steps that read and check the operation. Each millisecond costs one point, because no estimate covers it. */
  readonly checks: CpuAccount;
  readonly result: CpuAccount;
  /** Undefined if no rate limit applies; then reservations are always granted. */
  readonly limit: Pick<RateLimit, 'points' | 'windowSeconds'> | undefined;
  /** Returns false, and reserves nothing, if not enough points are left. */
  reserve(estimated: number): Promise<boolean>;
  /** Replaces the reserved cost with the actual cost, or with the CPU time of the result if that is more. */
  charge(actual: number): Promise<void>;
  /** Spends points even if fewer are left. */
  spend(points: number): Promise<void>;
  /** The balance after the last reservation or charge, otherwise the current one; undefined if no rate limit applies. */
  balance(): Promise<Balance | undefined>;
  /** When a rejected operation can be retried, in epoch milliseconds; undefined if none was rejected. */
  readonly retryAt: number | undefined;
  /** Spends the CPU time of the checks. Must be called when the operation ends, also if it fails. */
  close(): Promise<void>;
  /** For another operation of the same caller, such as an event of a subscription. */
  reopen(): OperationAccount;
}

export function openAccount(
  identifier: string,
  { limit, turns = cpuTurns }: { limit?: RateLimit | undefined; turns?: CpuTurns } = {},
): OperationAccount {
  const checks = turns.open(identifier);
  const result = turns.open(identifier);
  let reservation: Reservation | undefined;
  let latest: Balance | undefined;

  async function spend(points: number): Promise<void> {
    if (limit) latest = await (await limit.reserve(identifier, 0)).charge(points);
  }

  return {
    identifier,
    checks,
    result,
    limit,
    spend,
    get retryAt() {
      return reservation?.isGranted === false ? reservation.balance.resetAt : undefined;
    },
    async reserve(estimated) {
      if (!limit) return true;
      reservation = await limit.reserve(identifier, Math.ceil(estimated));
      latest = reservation.balance;
      return reservation.isGranted;
    },
    async charge(actual) {
      turns.count(identifier, actual * msPerPoint);
      latest = (await reservation?.charge(Math.ceil(Math.max(actual, result.usedMs)))) ?? latest;
    },
    balance: async () => (latest ??= await limit?.balance(identifier)),
    async close() {
      turns.count(identifier, msPerOperation);
      const points = Math.floor(checks.usedMs);
      if (points > 0) await spend(points);
    },
    reopen() {
      const reopened = openAccount(identifier, { limit, turns });
      reopened.checks.takesTurns = checks.takesTurns;
      return reopened;
    },
  };
}
