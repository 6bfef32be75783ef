import { inTransaction } from '../../../database/in-transaction.ts';
import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { excludedColumns } from '../../../database/store-rows.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import type { activityTools } from '../../../../tools/conversation/activity.ts';
import type { InputIssue } from '../../../../tools/coded-error.ts';
import type { ToolInput, ToolPayload } from '../../../../tools/tool.ts';
import { invalidInput, PlatformError } from '../../../../tools/platform-error.ts';
import { type ActivityRow, activityPayloads } from './activity-payload.ts';
import { addressFault } from '../recordings/address-rules.ts';
import type { ConversationParts } from '../service-context.ts';
import { organizationIdOf } from '../team/membership.ts';
import { refuseIssues } from '../../refuse-issues.ts';

type UploadTool = typeof activityTools.activity_upload;
type UploadInput = ToolInput<UploadTool>;

/** Adds the activity and puts its processing into the queue, both or neither. */
export async function uploadActivity(
  parts: ConversationParts,
  { input, userId }: { input: UploadInput; userId: string },
): Promise<ToolPayload<UploadTool>> {
  const { db, queue } = parts;
  const now = parts.now();
  refuseIssues([...recordingIssues(parts, input.recordingUrl), ...completedIssues(input.completedAt, now)]);
  return inTransaction(db, async (trx) => {
    const organizationId = await organizationIdOf(trx, userId);
    const hostId = await requireHost(trx, { organizationId, email: input.hostUserEmail });
    const row = await trx
      .insertInto('convo_activities')
      .values(uploadedRow(input, { organizationId, hostId, now }))
      .onConflict((conflict) =>
        conflict
          .columns(['host_user_id', 'external_id'])
          .doUpdateSet(excludedColumns('convo_activities', replacedByUpload))
          // What failed may be uploaded again; everything else is there already.
          .where('convo_activities.processing_state', '=', 'failed'),
      )
      .returningAll()
      .executeTakeFirst();
    if (!row) throw alreadyUploaded(input);
    // A recording that failed before is not the one of this upload.
    await trx.deleteFrom('convo_recordings').where('activity_id', '=', row.id).execute();
    await queue.enqueue(trx, { activityId: row.id });
    const [payload] = await activityPayloads(trx, [row]);
    if (!payload) throw new Error(`The activity ${row.id} was added and has no payload`);
    return payload;
  });
}

/** What a second upload changes about an activity whose processing failed. */
const replacedByUpload = [
  'title',
  'started_at',
  'completed_at',
  'updated_at',
  'language',
  'account_id',
  'lead_id',
  'opportunity_id',
  'processing_state',
  'processing_failure',
  'processing_skipped_cues',
  'processing_warnings',
  'recording_url',
  'skip_full_analysis',
  'notify_host',
] as const;

/** A recording that this program keeps itself is at an address of its own, which may well be a private one. */
function recordingIssues({ addressRules, isOwnRecording }: ConversationParts, url: string): InputIssue[] {
  const fault = isOwnRecording(url) ? undefined : addressFault(url, addressRules);
  return fault === undefined ? [] : [{ path: ['recordingUrl'], message: fault }];
}

const completedIssues = (day: string | undefined, now: Date): InputIssue[] =>
  day !== undefined && new Date(day) > now ? [{ path: ['completedAt'], message: 'must not be in the future' }] : [];

/** Addresses are the same in capitals and small letters. */
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
  throw invalidInput([{ path: ['hostUserEmail'], message: `belongs to nobody of the team: ${JSON.stringify(email)}` }]);
}

function uploadedRow(
  input: UploadInput,
  { organizationId, hostId, now }: { organizationId: string; hostId: string; now: Date },
): ActivityRow {
  const completedAt = input.completedAt === undefined ? null : new Date(input.completedAt);
  return {
    id: randomUUID(),
    organization_id: organizationId,
    // Whether people met or called each other, nothing in an upload says.
    type: 'meeting',
    status: 'in-progress',
    title: input.title,
    started_at: completedAt ?? now,
    completed_at: completedAt,
    updated_at: now,
    duration_ms: null,
    language: input.language,
    provider: 'upload',
    host_user_id: hostId,
    external_id: input.externalId ?? null,
    account_id: input.accountId ?? null,
    lead_id: input.leadId ?? null,
    opportunity_id: input.opportunityId ?? null,
    processing_state: 'queued',
    processing_failure: null,
    processing_skipped_cues: null,
    processing_warnings: [],
    recording_url: input.recordingUrl,
    skip_full_analysis: input.skipFullAnalysis ?? false,
    notify_host: input.notifyForUploadCompletionByEmail ?? false,
    themes_digest: null,
  };
}

const alreadyUploaded = ({ externalId, hostUserEmail }: UploadInput) =>
  new PlatformError({
    code: 'CONFLICT',
    message: `${hostUserEmail} has an activity with the externalId ${JSON.stringify(externalId)} already.`,
  });
