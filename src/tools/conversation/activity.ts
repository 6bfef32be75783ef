import { z } from 'zod';
import { createdRecord } from '../change.ts';
import { field, optional, optionalInPayload, shapeOf } from '../record-fields.ts';
import { limitedText, webUrl } from '../rules/field-rules.ts';
import { calendarDay } from '../rules/date-bounds.ts';
import { defineTools } from '../tool.ts';
import { lenient, listOf, wireObject } from '../wire.ts';
import { checkOrder, utcDateTime } from './date-time.ts';
import {
  activityStatuses,
  activityTypes,
  affiliations,
  localePattern,
  processingStates,
  uploadLimits,
} from './vocabulary.ts';

export const participantFields = {
  id: field.uuid,
  name: optional(field.name),
  email: optional(field.email),
  phone: optional(field.name),
  affiliation: optional(field.oneOf(affiliations)),
  user_id: optional(field.uuid),
};
export const participantPayload = wireObject(shapeOf(participantFields, 'payload'));
export interface ParticipantRecord extends z.output<typeof participantPayload> {}

const locale = z.string().regex(localePattern, 'must be a locale such as en_GB');

export const activityFields = {
  id: field.uuid,
  type: optional(field.oneOf(activityTypes)),
  status: optional(field.oneOf(activityStatuses)),
  title: optional(field.text(uploadLimits.title)),
  started_at: optionalInPayload(field.time),
  completed_at: optional(field.time),
  updated_at: optional(field.time),
  duration_ms: optional(field.milliseconds),
  language: optional(field.id(locale)),
  provider: optional(field.name),
  host_user_id: optional(field.uuid),
  external_id: optional(field.text(uploadLimits.externalId)),
  account_id: optional(field.text(uploadLimits.accountId)),
  lead_id: optional(field.text(uploadLimits.leadId)),
  opportunity_id: optional(field.text(uploadLimits.opportunityId)),
};

export const activityPayload = wireObject({
  ...shapeOf(activityFields, 'payload'),
  participants: listOf(participantPayload),
  // Progress of processing an uploaded recording; null if the activity was not uploaded.
  processing: lenient(
    wireObject({
      state: z.enum(processingStates),
      failure: lenient(z.string()),
      skipped_cues: lenient(z.int().nonnegative()),
      warnings: listOf(z.string()),
      /** Whether the host is emailed when the processing ends. */
      will_notify: lenient(z.boolean()),
    }),
  ),
});
export interface ActivityRecord extends z.output<typeof activityPayload> {}

const optionalText = (max: number, description: string) => limitedText(max).optional().describe(description);

export const activityTools = defineTools('convo', {
  activities_list: {
    description:
      'Calls, meetings and messages of the team, 500 per page; latest start first, or latest update first when only updatedFrom is given. Requires fromDate or updatedFrom. Ranges include their start, exclude their end and must be shorter than six months.',
    class: 'read',
    required: true,
    input: z
      .strictObject({
        fromDate: utcDateTime.optional().describe('Started at or after this UTC date-time; before toDate.'),
        toDate: utcDateTime
          .optional()
          .describe('Started before this UTC date-time, which must not be in the future; no limit by default.'),
        updatedFrom: utcDateTime.optional().describe('Updated at or after this UTC date-time; before updatedTo.'),
        updatedTo: utcDateTime
          .optional()
          .describe('Updated before this UTC date-time, which must not be in the future; no limit by default.'),
        status: z.enum(activityStatuses).optional().describe('Only this status; all by default.'),
        page: z.int().min(1, 'must be at least 1').optional().describe('Page number, from 1; 500 activities per page.'),
      })
      .refine((input) => input.fromDate !== undefined || input.updatedFrom !== undefined, {
        path: ['fromDate'],
        message: 'or updatedFrom is required',
      })
      .check(checkOrder('fromDate', 'toDate'), checkOrder('updatedFrom', 'updatedTo')),
    output: wireObject({
      items: z.array(activityPayload),
      page: lenient(z.int()),
      page_size: lenient(z.int()),
      total: lenient(z.int().nonnegative()),
    }),
  },
  activity_upload: {
    description:
      'Upload the recording or transcript of a call or meeting, to be transcribed and analysed; returns the id of the new activity.',
    class: 'once',
    input: z.strictObject({
      hostUserEmail: z
        .email('must be an email address')
        .describe('Email address of the host, who must belong to the team.'),
      language: locale.describe('Language of the recording, such as en_GB.'),
      title: z
        .string()
        .trim()
        .min(1, 'must not be empty')
        .max(uploadLimits.title, `must be at most ${uploadLimits.title} characters`)
        .describe(`Title, 1 to ${uploadLimits.title} characters.`),
      recordingUrl: webUrl.describe('Address from which the recording is fetched.'),
      accountId: optionalText(uploadLimits.accountId, 'Id of the CRM account.'),
      completedAt: calendarDay.optional().describe('Day of the call or meeting; today by default.'),
      externalId: optionalText(uploadLimits.externalId, 'Your own id, unique per host.'),
      leadId: optionalText(uploadLimits.leadId, 'Id of the CRM lead.'),
      notifyForUploadCompletionByEmail: z
        .boolean()
        .optional()
        .describe('Email the host when processing ends or fails.'),
      opportunityId: optionalText(uploadLimits.opportunityId, 'Id of the CRM opportunity.'),
      skipFullAnalysis: z.boolean().optional().describe('Create the transcript only.'),
    }),
    output: createdRecord(activityPayload, ['id', 'title', 'started_at', 'participants']),
  },
});
