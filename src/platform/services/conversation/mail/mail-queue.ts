import type { Transaction } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import { defineQueue } from '../jobs/open-job-queues.ts';
import { ProcessingError } from '../processing-error.ts';
import type { MailSender } from './mail-sender.ts';
import { hostOf } from './recipient.ts';

const queueName = 'conversation-mails';

export type MailQueue = Awaited<ReturnType<typeof openMailQueue>>;

interface MailQueueOptions {
  boss: PgBoss;
  db: Db;
  sender: MailSender;
  log: Logger;
  timing?: Partial<typeof defaultTiming> | undefined;
}

const hourSeconds = 3600;
/** With the default delays, the last retry is about a day after the first attempt. */
const maxRetries = 18;
const maxRetryDelaySeconds = 2 * hourSeconds;
/** In seconds. The delay doubles with every further retry. New mails are sent without waiting for `poll`. */
const defaultTiming = { retryDelay: 30, poll: 15 };
/** Number of mails that a process sends at the same time. */
const concurrency = 2;
/** Time to finish mails that are being sent: an interrupted mail may be sent twice. */
const graceMs = 5000;

/** Opens the queue. Retries a mail unless its failure is final, always with the same `Message-ID`. */
export async function openMailQueue({ boss, db, sender, log, timing }: MailQueueOptions) {
  const { retryDelay, poll } = { ...defaultTiming, ...timing };
  await defineQueue(boss, queueName, {
    retryLimit: maxRetries,
    ...(retryDelay > 0 ? { retryDelay, retryBackoff: true, retryDelayMax: maxRetryDelaySeconds } : { retryDelay }),
    heartbeatSeconds: 30,
    expireInSeconds: hourSeconds,
    // Delete jobs soon, because they contain titles of conversations.
    deleteAfterSeconds: hourSeconds,
  });
  const stopping = new AbortController();

  async function send(end: ProcessingEnd, { isLastAttempt }: { isLastAttempt: boolean }): Promise<void> {
    const { activityId } = end;
    const to = await hostOf(db, activityId);
    if (!to) return log.info({ activityId }, 'a mail was not sent: the host is inactive or has no address');
    try {
      await sender.send({ to, ...processingMail(end) }, stopping.signal);
      log.info({ activityId }, 'a mail was sent');
    } catch (error) {
      if (!(error instanceof ProcessingError)) throw error;
      const reason = error.message;
      if (!error.isRetryable || isLastAttempt) return log.warn({ activityId, reason }, 'a mail was dropped');
      log.warn({ activityId, reason }, 'a mail could not be sent and will be retried');
      throw error;
    }
  }

  const options = { pollingIntervalSeconds: poll, notifyPollingIntervalSeconds: poll, includeMetadata: true } as const;
  const sendBatch = async (batch: readonly { data: unknown; retryCount: number }[]) => {
    for (const { data, retryCount } of batch)
      await send(processingEnd.parse(data), { isLastAttempt: retryCount >= maxRetries });
  };
  for (let count = 0; count < concurrency; count += 1) {
    const worker: string = await boss.work(queueName, options, (batch) =>
      // Fetch the next mail now instead of at the next poll.
      sendBatch(batch).finally(() => boss.notifyWorker(worker)),
    );
  }

  return {
    /** Queues a mail if the upload requested one. The mail is queued only if the transaction commits. */
    async enqueue(trx: Transaction<Tables>, activityId: string) {
      const end = await requestedEndOf(trx, activityId);
      if (end) await boss.send(queueName, end, { db: fromKysely(trx) });
    },
    async close() {
      const interrupt = setTimeout(() => stopping.abort(new Error('The program is shutting down')), graceMs);
      await boss.offWork(queueName, { wait: true });
      clearTimeout(interrupt);
    },
  };
}

/** Returns undefined if the upload did not request a mail. */
async function requestedEndOf(trx: Transaction<Tables>, activityId: string): Promise<ProcessingEnd | undefined> {
  const row = await trx
    .selectFrom('convo_activities')
    .select(['id as activityId', 'title', 'updated_at as endedAt', 'processing_failure as failure'])
    .select(['skip_full_analysis as isTranscriptOnly', 'processing_warnings as warnings'])
    .select((eb) => eb.fn.coalesce('processing_skipped_cues', eb.lit(0)).as('skippedCues'))
    .where('id', '=', activityId)
    .where('notify_host', '=', true)
    .executeTakeFirst();
  return row && { ...row, endedAt: row.endedAt.toISOString() };
}

const processingEnd = z.object({
  activityId: z.string(),
  /** Part of the id of the mail, because an activity that is uploaded again is processed again. */
  endedAt: z.iso.datetime(),
  title: z.string().nullable(),
  /** Null if the processing succeeded. */
  failure: z.string().nullable(),
  isTranscriptOnly: z.boolean(),
  skippedCues: z.number(),
  warnings: z.array(z.string()),
});
type ProcessingEnd = z.infer<typeof processingEnd>;

function processingMail(end: ProcessingEnd) {
  const title = quoted(end.title);
  return {
    id: `${end.activityId}.${Date.parse(end.endedAt)}`,
    subject: end.failure === null ? `Ready: ${title}` : `Not processed: ${title}`,
    text: `${[...(end.failure === null ? success(title, end) : failure(title, end.failure)), ...footer(end)].join('\n\n')}\n`,
  };
}

function success(title: string, { isTranscriptOnly, skippedCues, warnings }: ProcessingEnd): string[] {
  const result = isTranscriptOnly
    ? 'Its transcript is ready. As requested with the upload, it was not analysed.'
    : 'Its transcript and analysis are ready.';
  const notes = [
    ...(skippedCues > 0 ? [`Entries of the file that could not be read and were skipped: ${skippedCues}.`] : []),
    ...warnings,
  ];
  return [
    `Your recording ${title} has been processed. ${result}`,
    ...(notes.length > 0 ? [`Please note:\n${notes.map((note) => `- ${oneLine(note)}`).join('\n')}`] : []),
  ];
}

const failure = (title: string, reason: string) => [
  `Your recording ${title} could not be processed.`,
  `Reason: ${oneLine(reason)}`,
  'You can upload it again.',
];

const footer = ({ activityId, endedAt }: ProcessingEnd) => [
  `Activity: ${activityId}\nTime: ${endedAt.replace(/^(.+)T(\d\d:\d\d).*$/, '$1 $2')} UTC`,
  'You get this mail because it was requested with the upload.',
];

/** Titles and reasons come from users, so they must not add lines to the mail. */
const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

const quoted = (title: string | null) => (title === null ? 'without a title' : `“${oneLine(title)}”`);
