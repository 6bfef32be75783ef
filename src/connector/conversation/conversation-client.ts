import { conversationTools as tools } from '../../tools/conversation/conversation-tools.ts';
import { toUtcText } from '../../tools/conversation/date-time.ts';
import type { activityStatuses, webhookTriggers } from '../../tools/conversation/vocabulary.ts';
import { omitUndefined } from '../../tools/rules/json.ts';
import type { ToolSession } from '../connector.ts';

type ValueOf<Values> = Values[keyof Values];

/** A period from `from` (inclusive) to `to` (exclusive), in whole seconds; `to` defaults to now. */
export interface Period {
  from?: Date | null | undefined;
  to?: Date | null | undefined;
}

export interface ClosedPeriod {
  from: Date;
  to: Date;
}

/** Each period must be shorter than six months. */
export interface ActivitiesPage {
  occurred?: Period | undefined;
  updated?: Period | undefined;
  status?: ValueOf<typeof activityStatuses> | undefined;
  /** From 1; a page has up to 500 activities. */
  page: number;
}

export interface NewActivity {
  hostUserEmail: string;
  language: string;
  title: string;
  recordingUrl: string;
  accountId?: string | undefined;
  completedAt?: Date | undefined;
  externalId?: string | undefined;
  leadId?: string | undefined;
  notifyForUploadCompletionByEmail?: boolean | undefined;
  opportunityId?: string | undefined;
  skipFullAnalysis?: boolean | undefined;
}

export type ConversationClient = ReturnType<typeof createConversationClient>;

/** Each method makes one tool call and throws its ToolError. `keys` counts the loader keys served, for the trace. */
export function createConversationClient({ call }: ToolSession) {
  return {
    activities: ({ occurred, updated, status, page }: ActivitiesPage, keys = 1) =>
      call(
        tools.activities_list,
        {
          ...omitUndefined({
            fromDate: text(occurred?.from),
            toDate: text(occurred?.to),
            updatedFrom: text(updated?.from),
            updatedTo: text(updated?.to),
            status,
          }),
          page,
        },
        { keys },
      ),
    uploadActivity: ({ hostUserEmail, language, title, recordingUrl, completedAt, ...optional }: NewActivity) =>
      call(tools.activity_upload, {
        hostUserEmail,
        language,
        title,
        recordingUrl,
        ...omitUndefined({ ...optional, completedAt: completedAt?.toISOString().slice(0, 10) }),
      }),

    transcript: (activityId: string) => call(tools.transcript_get, { activityId }),
    summary: (activityId: string) => call(tools.summary_get, { activityId }),
    actionItems: (activityId: string) => call(tools.action_items_get, { activityId }),
    questions: (activityId: string) => call(tools.questions_get, { activityId }),
    topicMatches: (activityId: string) => call(tools.topic_triggers_matched_get, { activityId }),

    callScores: ({ from, to, userId }: Period & { userId?: string | undefined }, keys = 1) =>
      call(tools.automated_call_scoring_list, omitUndefined({ fromDate: text(from), toDate: text(to), userId }), {
        keys,
      }),
    coachingFeedback: (
      { from, to, coachId, coacheeId }: ClosedPeriod & { coachId?: string | undefined; coacheeId?: string | undefined },
      keys = 1,
    ) =>
      call(
        tools.coaching_feedback_list,
        { fromDate: toUtcText(from), toDate: toUtcText(to), ...omitUndefined({ coachId, coacheeId }) },
        { keys },
      ),
    comments: ({ from, to, userId }: Period & { userId?: string | undefined }, keys = 1) =>
      call(tools.comments_list, omitUndefined({ fromDate: text(from), toDate: text(to), userId }), { keys }),
    listens: ({ from, to, userId }: ClosedPeriod & { userId?: string | undefined }, keys = 1) =>
      call(
        tools.listens_list,
        { fromDate: toUtcText(from), toDate: toUtcText(to), ...omitUndefined({ userId }) },
        { keys },
      ),

    organization: () => call(tools.organization_get, {}),
    topicThemes: () => call(tools.topic_triggers_list, {}),
    users: () => call(tools.users_list, {}),
    test: () => call(tools.test_tool_xyz, {}),

    createWebhook: (webhook: {
      trigger: ValueOf<typeof webhookTriggers>;
      url: string;
      externalId?: string | undefined;
    }) =>
      call(tools.webhook_create, {
        trigger: webhook.trigger,
        url: webhook.url,
        ...omitUndefined({ external_id: webhook.externalId }),
      }),
    deleteWebhook: (id: string) => call(tools.webhook_delete, { id }),
    webhookSample: (trigger: ValueOf<typeof webhookTriggers>) => call(tools.webhook_sample_get, { trigger }),
  };
}

const text = (date: Date | null | undefined) => (date ? toUtcText(date) : undefined);
