import { conversationTools as tools } from '../../tools/conversation/conversation-tools.ts';
import { toUtcText } from '../../tools/conversation/date-time.ts';
import type { activityStatuses, webhookTriggers } from '../../tools/conversation/vocabulary.ts';
import type { ToolInput } from '../../tools/tool.ts';
import type { CallOptions, OnceOptions, ToolSession } from '../tool-session.ts';

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
interface ActivitiesPage {
  occurred?: Period | undefined;
  updated?: Period | undefined;
  status?: ValueOf<typeof activityStatuses> | undefined;
  /** Number of the page, from 1; a page has up to 500 activities. */
  page: number;
}

type NewActivity = Omit<ToolInput<typeof tools.activity_upload>, 'completedAt'> & { completedAt?: Date | undefined };

interface NewWebhook {
  trigger: ValueOf<typeof webhookTriggers>;
  url: string;
  externalId?: string | undefined;
}

interface OfUser {
  userId?: string | undefined;
}

type OfVersion = Pick<CallOptions, 'version'>;

export type ConversationClient = ReturnType<typeof createConversationClient>;

/** Each method makes one tool call and throws its ToolError. `keys` counts the loader keys served, for the trace. */
export function createConversationClient({ call }: ToolSession) {
  return {
    activities: ({ occurred, updated, status, page }: ActivitiesPage, keys = 1) =>
      call(
        tools.activities_list,
        {
          fromDate: utcText(occurred?.from),
          toDate: utcText(occurred?.to),
          updatedFrom: utcText(updated?.from),
          updatedTo: utcText(updated?.to),
          status,
          page,
        },
        { keys },
      ),
    uploadActivity: ({ completedAt, ...activity }: NewActivity, once?: OnceOptions) =>
      call(tools.activity_upload, { ...activity, completedAt: completedAt?.toISOString().slice(0, 10) }, once),

    transcript: (activityId: string, options?: OfVersion) => call(tools.transcript_get, { activityId }, options),
    summary: (activityId: string, options?: OfVersion) => call(tools.summary_get, { activityId }, options),
    actionItems: (activityId: string, options?: OfVersion) => call(tools.action_items_get, { activityId }, options),
    questions: (activityId: string, options?: OfVersion) => call(tools.questions_get, { activityId }, options),
    topicMatches: (activityId: string, options?: OfVersion) =>
      call(tools.topic_triggers_matched_get, { activityId }, options),

    callScores: ({ from, to, userId }: Period & OfUser, keys = 1) =>
      call(tools.automated_call_scoring_list, { fromDate: utcText(from), toDate: utcText(to), userId }, { keys }),
    coachingFeedback: (
      { from, to, ...users }: ClosedPeriod & { coachId?: string | undefined; coacheeId?: string | undefined },
      keys = 1,
    ) => call(tools.coaching_feedback_list, { fromDate: toUtcText(from), toDate: toUtcText(to), ...users }, { keys }),
    comments: ({ from, to, userId }: Period & OfUser, keys = 1) =>
      call(tools.comments_list, { fromDate: utcText(from), toDate: utcText(to), userId }, { keys }),
    listens: ({ from, to, userId }: ClosedPeriod & OfUser, keys = 1) =>
      call(tools.listens_list, { fromDate: toUtcText(from), toDate: toUtcText(to), userId }, { keys }),

    organization: () => call(tools.organization_get, {}),
    topicThemes: () => call(tools.topic_triggers_list, {}),
    users: () => call(tools.users_list, {}),
    test: () => call(tools.test_tool_xyz, {}),

    createWebhook: ({ externalId, ...webhook }: NewWebhook, once?: OnceOptions) =>
      call(tools.webhook_create, { ...webhook, external_id: externalId }, once),
    deleteWebhook: (id: string) => call(tools.webhook_delete, { id }),
    webhookSample: (trigger: ValueOf<typeof webhookTriggers>) => call(tools.webhook_sample_get, { trigger }),
  };
}

const utcText = (date: Date | null | undefined) => (date ? toUtcText(date) : undefined);
