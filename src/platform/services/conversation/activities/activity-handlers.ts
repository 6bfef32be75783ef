import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Changes } from '../../../../infrastructure/event-stream/event-feed.ts';
import type { activityTools } from '../../../../tools/conversation/activity.ts';
import { activitiesPageSize } from '../../../../tools/conversation/vocabulary.ts';
import { invalidInput, PlatformError } from '../../../../tools/errors/platform-error.ts';
import { futureIssues } from '../../../../tools/rules/date-bounds.ts';
import type { ServiceCall, ToolHandlers } from '../../../../tools/service.ts';
import type { ToolInput } from '../../../../tools/tool.ts';
import type { Db } from '../../../database/open-database.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import { boundedTotal } from '../../bounded-total.ts';
import { rejectIssues } from '../../reject-issues.ts';
import { runOnce, withDigestOf } from '../../run-once.ts';
import { willNotify } from '../mail/recipient.ts';
import { type AddressRules, addressIssues, isSignedRecording, recordingRules } from '../network/address-rules.ts';
import type { ProcessingQueue } from '../processing/job-queue.ts';
import { activityPayloads } from '../store/activity-payloads.ts';
import { organizationIdOf } from '../store/store-users.ts';
import { isWithin, parseRange } from './time-range.ts';

export interface ActivityContext {
  db: Db;
  now: () => Date;
  queue: ProcessingQueue;
  changes: Pick<Changes, 'publish'>;
  addressRules: AddressRules;
  /** URLs of recordings in this program's own store are exempt from the address rules. */
  isOwnRecording: (url: string) => boolean;
  sendsMail: boolean;
}

type UploadInput = ToolInput<typeof activityTools.activity_upload>;

export const activityHandlers = (context: ActivityContext): ToolHandlers<typeof activityTools> => ({
  activities_list: (input, { userId }) => listActivities(context, { input, userId }),
  activity_upload: (input, call) => uploadActivity(context, { input, call }),
});

/** Lists activities by start if there is a `fromDate`, otherwise by update, latest first. Runs four SQL statements. */
async function listActivities(
  { db, now, sendsMail }: ActivityContext,
  { input, userId }: { input: ToolInput<typeof activityTools.activities_list>; userId: string },
) {
  const { status, page = 1 } = input;
  const limits = { now: now(), isLimited: true };
  const started = parseRange(input, { names: ['fromDate', 'toDate'], ...limits });
  const updated = parseRange(input, { names: ['updatedFrom', 'updatedTo'], ...limits });
  rejectIssues([...started.issues, ...updated.issues]);

  const organizationId = await organizationIdOf(db, userId);
  let matching = db
    .selectFrom('convo_activities')
    .where('organization_id', '=', organizationId)
    .where(isWithin('started_at', started))
    .where(isWithin('updated_at', updated));
  if (status) matching = matching.where('status', '=', status);
  const [rows, total] = await Promise.all([
    matching
      .selectAll()
      .select(willNotify({ sendsMail }))
      .orderBy(started.from ? 'started_at' : 'updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(activitiesPageSize)
      .offset((page - 1) * activitiesPageSize)
      .execute(),
    boundedTotal(db, matching),
  ]);
  return { items: await activityPayloads(db, rows), page, page_size: activitiesPageSize, total };
}

/** Stores an upload and queues its processing in the same transaction. */
async function uploadActivity(context: ActivityContext, { input, call }: { input: UploadInput; call: ServiceCall }) {
  const { queue, changes, addressRules, isOwnRecording, sendsMail } = context;
  const { recordingUrl, completedAt } = input;
  const now = context.now();
  rejectIssues([
    ...(isOwnRecording(recordingUrl)
      ? []
      : addressIssues('recordingUrl', recordingUrl, recordingRules(recordingUrl, addressRules))),
    ...futureIssues({ completedAt: completedAt === undefined ? undefined : new Date(completedAt) }, now),
  ]);
  // Ignore the address of an uploaded file, which differs when the upload is repeated.
  const isUploadedFile = isOwnRecording(recordingUrl) || isSignedRecording(recordingUrl);
  const comparedInput = isUploadedFile ? { ...input, recordingUrl: null } : input;
  const uploaded = await runOnce(context, withDigestOf(comparedInput, call), async (trx) => {
    const organizationId = await organizationIdOf(trx, call.userId);
    const hostId = await requireHost(trx, { organizationId, email: input.hostUserEmail });
    const content = uploadedContent(input, now);
    const row = await trx
      .insertInto('convo_activities')
      .values({
        id: randomUUID(),
        organization_id: organizationId,
        // The input does not distinguish meetings from calls.
        type: 'meeting',
        status: 'in-progress',
        provider: 'upload',
        host_user_id: hostId,
        external_id: input.externalId ?? null,
        ...content,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['host_user_id', 'external_id'])
          .doUpdateSet(content)
          // Replace an existing activity only if its processing failed.
          .where('convo_activities.processing_state', '=', 'failed'),
      )
      .returningAll()
      .returning(willNotify({ sendsMail }))
      .executeTakeFirst();
    if (!row) throw alreadyUploaded(input);
    // The recording of an earlier, failed upload must not be used for the new upload.
    await trx.deleteFrom('convo_recordings').where('activity_id', '=', row.id).execute();
    await queue.enqueue(trx, { activityId: row.id, organizationId });
    const [payload] = await activityPayloads(trx, [row]);
    if (!payload) throw new Error(`The activity ${row.id} was stored but has no payload`);
    return payload;
  });
  // A failed activity that is uploaded again can already have subscribers.
  changes.publish({ activity: uploaded.id });
  return uploaded;
}

/** Finds the host by email address, ignoring case. */
async function requireHost(
  trx: Transaction<Tables>,
  { organizationId, email }: { organizationId: string; email: string },
): Promise<string> {
  const host = await trx
    .selectFrom('convo_users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (host) return host.id;
  throw invalidInput([
    { path: ['hostUserEmail'], message: `is not the email address of a team member: ${JSON.stringify(email)}` },
  ]);
}

function uploadedContent(input: UploadInput, now: Date) {
  const completedAt = input.completedAt === undefined ? null : new Date(input.completedAt);
  return {
    title: input.title,
    started_at: completedAt ?? now,
    completed_at: completedAt,
    updated_at: now,
    language: input.language,
    account_id: input.accountId ?? null,
    lead_id: input.leadId ?? null,
    opportunity_id: input.opportunityId ?? null,
    processing_state: 'queued' as const,
    processing_failure: null,
    processing_skipped_cues: null,
    processing_warnings: [],
    recording_url: input.recordingUrl,
    skip_full_analysis: input.skipFullAnalysis ?? false,
    notify_host: input.notifyForUploadCompletionByEmail ?? false,
  };
}

const alreadyUploaded = ({ externalId, hostUserEmail }: UploadInput) =>
  new PlatformError({
    code: 'CONFLICT',
    message: `${hostUserEmail} already has an activity with the externalId ${JSON.stringify(externalId)}.`,
  });
