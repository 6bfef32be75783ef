/** Why an event occurs: its trigger, with the ids of the records that its payload contains. */
export type EventCause = {
  activityId: string;
  occurredAt: Date;
} & (
  | { trigger: 'conversation_processed' }
  | { trigger: 'coaching_feedback_completed'; feedbackId: string }
  | { trigger: 'conversation_shared'; userId: string; recipients: readonly string[]; message: string | null }
  | { trigger: 'conversation_exported'; userId: string }
  | { trigger: 'conversation_played'; userId: string }
);
