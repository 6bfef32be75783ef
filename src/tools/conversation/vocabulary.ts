/** Enumerations and limits of the conversation service. Enumerations map the graph's names to the service's. */

export const activityTypes = { CALL: 'call', MEETING: 'meeting', SMS: 'sms', VOICE: 'voice' } as const;

export const activityStatuses = {
  IN_PROGRESS: 'in-progress',
  COMPLETED: 'completed',
  RECEIVED: 'received',
  SENT: 'sent',
  DELIVERED: 'delivered',
} as const;

export const affiliations = { INTERNAL: 'internal', EXTERNAL: 'external', UNKNOWN: 'unknown' } as const;

export const processingStates = { QUEUED: 'queued', RUNNING: 'running', DONE: 'done', FAILED: 'failed' } as const;

export const summaryMethods = { EXTRACTED: 'extracted', MODEL: 'model' } as const;
export type SummaryMethod = (typeof summaryMethods)[keyof typeof summaryMethods];

export const webhookTriggers = {
  COACHING_FEEDBACK_COMPLETED: 'coaching_feedback_completed',
  CONVERSATION_SHARED: 'conversation_shared',
  CONVERSATION_EXPORTED: 'conversation_exported',
  CONVERSATION_PROCESSED: 'conversation_processed',
  CONVERSATION_PLAYED: 'conversation_played',
} as const;

export const uploadLimits = { title: 250, accountId: 100, opportunityId: 100, leadId: 180, externalId: 191 } as const;
export const webhookLimits = { url: 191, externalId: 191 } as const;

export const activitiesPageSize = 500;

/** A range of `activities_list` must be shorter than this many calendar months. */
export const maxRangeMonths = 6;

/** The language of an upload, such as `en`, `en_GB`, `en-GB` or `es-419`. */
export const localePattern = /^[a-z]{2,3}([_-]([A-Z]{2}|\d{3}))?$/;

/** The path at which a graph node receives webhooks, without the token at its end. */
export const receiverPath = '/webhooks/convo/';
