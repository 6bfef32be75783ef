import type { z } from 'zod';
import type { activityPayload, participantPayload } from '../../tools/conversation/activity.ts';
import type {
  actionItemPayload,
  questionPayload,
  segmentPayload,
  topicMatchPayload,
} from '../../tools/conversation/outputs.ts';
import type {
  callScorePayload,
  coachingFeedbackPayload,
  commentPayload,
  listenPayload,
  organizationPayload,
  topicThemePayload,
  userPayload,
} from '../../tools/conversation/team.ts';
import type { webhookPayload } from '../../tools/conversation/webhook.ts';

// The records of the conversation service: parsed payloads with camelCase names.
export interface ActivityRecord extends z.output<typeof activityPayload> {}
export interface ParticipantRecord extends z.output<typeof participantPayload> {}
export interface SegmentRecord extends z.output<typeof segmentPayload> {}
export interface QuestionRecord extends z.output<typeof questionPayload> {}
export interface TopicMatchRecord extends z.output<typeof topicMatchPayload> {}
export interface ActionItemRecord extends z.output<typeof actionItemPayload> {}
export interface CallScoreRecord extends z.output<typeof callScorePayload> {}
export interface CoachingFeedbackRecord extends z.output<typeof coachingFeedbackPayload> {}
export interface CommentRecord extends z.output<typeof commentPayload> {}
export interface ListenRecord extends z.output<typeof listenPayload> {}
export interface OrganizationRecord extends z.output<typeof organizationPayload> {}
export interface TopicThemeRecord extends z.output<typeof topicThemePayload> {}
export interface UserRecord extends z.output<typeof userPayload> {}
export interface WebhookRecord extends z.output<typeof webhookPayload> {}
