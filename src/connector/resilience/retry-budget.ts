import type { RetryBudgetSettings } from './settings.ts';

/** How many retries a connection is worth: a share of its calls, so that a dead service is not asked three times over. */
export interface RetryBudget {
  /** A call is made for the first time. */
  earn(): void;
  /** @returns whether one more retry may be made; it is then spent */
  spend(): boolean;
}

export function createRetryBudget({ perCall, perSecond, most }: RetryBudgetSettings): RetryBudget {
  let left = most;
  let refilledAt = performance.now();

  function add(retries: number) {
    left = Math.min(most, left + retries);
  }

  return {
    earn: () => add(perCall),
    spend() {
      const now = performance.now();
      add(((now - refilledAt) / 1000) * perSecond);
      refilledAt = now;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
