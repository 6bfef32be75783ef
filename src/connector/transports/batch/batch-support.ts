/** An account of a connection. */
export interface Account {
  connectionName: string;
  identifier: string;
}

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

/** How long an announcement is remembered. */
const announcementMs = 600_000;
/** Delay after a list that could not be read. */
const retryDelayMs = 30_000;

export type BatchSupport = ReturnType<typeof createBatchSupport>;

/** Knows on which connections the platform accepts batches. */
export function createBatchSupport({ readMaxCalls, clock = () => performance.now() }: BatchSupportOptions) {
  const announcements = new Map<string, Announcement>();

  async function learn(account: Account, remembered: number): Promise<void> {
    const { connectionName } = account;
    // Remember it beforehand, so that the calls that follow do not read the list too.
    const pending = { maxCalls: remembered, expiresAt: clock() + retryDelayMs };
    announcements.set(connectionName, pending);
    const maxCalls = await readMaxCalls(account).catch(() => 'unreadable' as const);
    if (maxCalls === 'unreadable' || announcements.get(connectionName) !== pending) return;
    announcements.set(connectionName, { maxCalls: maxCalls ?? 1, expiresAt: clock() + announcementMs });
  }

  return {
    /**
     * Returns how many calls a batch may have as far as is known; 1 means that there are no batches. The first call of a
     * connection reads the list of tools in the background.
     */
    maxCalls(account: Account): number {
      const announced = announcements.get(account.connectionName);
      const maxCalls = announced?.maxCalls ?? 1;
      if (!announced || clock() >= announced.expiresAt) void learn(account, maxCalls);
      return maxCalls;
    },
    /** The platform has rejected a batch as such: sends no more until the list is read again. */
    forget(connectionName: string): void {
      announcements.set(connectionName, { maxCalls: 1, expiresAt: clock() + announcementMs });
    },
  };
}
