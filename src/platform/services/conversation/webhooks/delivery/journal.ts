import { setTimeout as wait } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Db } from '../../../../database/open-database.ts';
import { type EndedJob, recordEndedJobs } from './record-attempts.ts';

export interface JournalOptions {
  boss: PgBoss;
  db: Db;
  now: () => Date;
  log: Logger;
  /** Called after the jobs were recorded. */
  onRecorded: (jobs: readonly EndedJob[]) => void;
}

const maxBatch = 100;
const retryMs = 1000;

/** Records how jobs ended. Those that end while others are being recorded are recorded together. */
export function createJournal({ boss, db, now, log, onRecorded }: JournalOptions) {
  const waiting: EndedJob[] = [];
  const closing = new AbortController();
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const jobs = waiting.slice(0, maxBatch);
      try {
        const disabled = await recordEndedJobs({ db, boss, now: now() }, jobs);
        waiting.splice(0, jobs.length);
        for (const { id: webhookId, url, reason } of disabled) {
          log.warn({ webhookId, url, reason }, 'a webhook was disabled');
        }
        onRecorded(jobs);
      } catch (err) {
        log.error({ err }, 'the results of webhook requests could not be stored');
        if (closing.signal.aborted) return;
        await wait(retryMs, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  return {
    add(job: EndedJob): void {
      waiting.push(job);
      writing ??= write().finally(() => (writing = undefined));
    },
    /** Waits until everything is recorded. Gives up if that fails; the requests are then repeated. */
    async close(): Promise<void> {
      closing.abort();
      await writing;
    },
  };
}
