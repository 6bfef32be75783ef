import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { recordAttempts, type RecordOptions } from './record-attempts.ts';
import type { AttemptResult } from './webhook-health.ts';

export interface JournalOptions extends Omit<RecordOptions, 'now'> {
  now: () => Date;
  log: Logger;
  /** Called after the results were recorded. */
  onRecorded: (results: readonly AttemptResult[]) => void;
}

const maxBatch = 100;
const retryMs = 1000;

/** Records the results of requests. Those that end while others are being recorded are recorded together. */
export function createJournal({ db, claimedBy, now, log, onRecorded }: JournalOptions) {
  const waiting: AttemptResult[] = [];
  const closing = new AbortController();
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const results = waiting.slice(0, maxBatch);
      try {
        const disabled = await recordAttempts({ db, claimedBy, now: now() }, results);
        waiting.splice(0, results.length);
        for (const { id: webhookId, url, reason } of disabled) {
          log.warn({ webhookId, url, reason }, 'a webhook was disabled');
        }
        onRecorded(results);
      } catch (err) {
        log.error({ err }, 'the results of webhook requests could not be stored');
        if (closing.signal.aborted) return;
        await wait(retryMs, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  return {
    add(result: AttemptResult): void {
      waiting.push(result);
      writing ??= write().finally(() => (writing = undefined));
    },
    /** Waits until everything is recorded. Gives up if that fails; the requests are then repeated. */
    async close(): Promise<void> {
      closing.abort();
      await writing;
    },
  };
}
