import type { Account } from '../../transport.ts';

export interface BatchSupportOptions {
  /** Reads the maximum number of calls in a batch from the list of tools; undefined if batches are not announced. */
  readMaxCalls: (account: Account) => Promise<number | undefined>;
  /** Returns the milliseconds of a monotonic clock; `performance.now()` by default. */
  clock?: () => number;
}

interface Announcement {
  /** Maximum number of calls in a batch; 1 without batches. */
  maxCalls: number;
  /** From this time on, the list is read again. */
  expiresAt: number;
}

/** How long an announcement is cached. */
const announcementMs = 600_000;
/** Delay before the list is read again after a failure. */
const retryDelayMs = 30_000;

export type BatchSupport = ReturnType<typeof createBatchSupport>;

/** Tracks which connections accept batches. */
export function createBatchSupport({ readMaxCalls, clock = () => performance.now() }: BatchSupportOptions) {
  const announcements = new Map<string, Announcement>();

  async function refresh(account: Account, currentMaxCalls: number): Promise<void> {
    const { connectionName } = account;
    // Store it before the request, so that concurrent calls do not read the list too.
    const pending = { maxCalls: currentMaxCalls, expiresAt: clock() + retryDelayMs };
    announcements.set(connectionName, pending);
    const maxCalls = await readMaxCalls(account).catch(() => 'unreadable' as const);
    if (maxCalls === 'unreadable' || announcements.get(connectionName) !== pending) return;
    announcements.set(connectionName, { maxCalls: maxCalls ?? 1, expiresAt: clock() + announcementMs });
  }

  return {
    /**
     * Returns the maximum number of calls in a batch, or 1 if batches are unsupported or not yet known. Reads the list of
     * tools in the background when it is unknown or outdated.
     */
    maxCalls(account: Account): number {
      const announced = announcements.get(account.connectionName);
      const maxCalls = announced?.maxCalls ?? 1;
      if (!announced || clock() >= announced.expiresAt) void refresh(account, maxCalls);
      return maxCalls;
    },
    /** Stops batching on a connection that rejected a batch, until the list of tools is read again. */
    disable(connectionName: string): void {
      announcements.set(connectionName, { maxCalls: 1, expiresAt: clock() + announcementMs });
    },
  };
}
