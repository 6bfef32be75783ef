import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { InputIssue } from '../../../../tools/rules/input-issues.ts';
import { futureIssues } from '../../../../tools/rules/date-bounds.ts';
import type { activityTools } from '../../../../tools/conversation/activity.ts';
import { invalidInput, PlatformError } from '../../../../tools/errors/platform-error.ts';
import type { ToolInput, ToolPayload } from '../../../../tools/tool.ts';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import { rejectIssues } from '../../reject-issues.ts';
import { willNotify } from '../mail/recipient.ts';
import { addressIssues, recordingRules } from '../network/address-rules.ts';
import type { ActivityContext } from './activity-context.ts';
import { organizationIdOf } from '../store/store-users.ts';
import { activityPayloads } from '../store/store-activities.ts';

type UploadTool = typeof activityTools.activity_upload;
type UploadInput = ToolInput<UploadTool>;

/** Stores an uploaded activity and queues its processing in one transaction. */
export async function uploadActivity(
  context: ActivityContext,
  { input, userId }: { input: UploadInput; userId: string },
): Promise<ToolPayload<UploadTool>> {
  const { db, queue, changes, addressRules, isOwnRecording, sendsMail } = context;
  const { recordingUrl, completedAt } = input;
  const now = context.now();
  rejectIssues([
    ...(isOwnRecording(recordingUrl)
      ? []
      : addressIssues('recordingUrl', recordingUrl, recordingRules(recordingUrl, addressRules))),
    ...completedIssues(completedAt, now),
  ]);
  const uploaded = await inTransaction(db, async (trx) => {
    const organizationId = await organizationIdOf(trx, userId);
    const hostId = await requireHost(trx, { organizationId, email: input.hostUserEmail });
    const content = uploadedContent(input, now);
    const row = await trx
      .insertInto('convo_activities')
      .values({
        id: randomUUID(),
        organization_id: organizationId,
        // The input does not tell meetings from calls, so every upload counts as a meeting.
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
    // Delete the claim of an earlier, failed upload, whose recording must not be used for this upload.
    await trx.deleteFrom('convo_recordings').where('activity_id', '=', row.id).execute();
    await queue.enqueue(trx, { activityId: row.id, organizationId });
    const [payload] = await activityPayloads(trx, [row]);
    if (!payload) throw new Error(`The activity ${row.id} was stored but has no payload`);
    return payload;
  });
  // Another upload of a failed activity can have subscribers already.
  changes.publish({ activity: uploaded.id });
  return uploaded;
}

const completedIssues = (day: string | undefined, now: Date): InputIssue[] =>
  futureIssues({ completedAt: day === undefined ? undefined : new Date(day) }, now);

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

/** Returns the columns that an upload sets, also when it replaces a failed one. */
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
