import type { z } from 'zod';
import type { activityPayload } from '../../../../tools/conversation/activity.ts';
import type { coachingFeedbackPayload, userPayload } from '../../../../tools/conversation/team.ts';
import type { webhookTriggers } from '../../../../tools/conversation/vocabulary.ts';

export type WebhookTrigger = (typeof webhookTriggers)[keyof typeof webhookTriggers];

/** What a subscription is sent: the form of the Standard Webhooks specification. */
export interface WebhookEvent<Trigger extends WebhookTrigger = WebhookTrigger> {
  type: Trigger;
  /** When it happened, ISO 8601. */
  timestamp: string;
  data: WebhookData[Trigger];
}

type Activity = z.input<typeof activityPayload>;
type User = z.input<typeof userPayload>;

/** What each trigger tells, beside the activity that it is about. */
export interface WebhookData {
  coaching_feedback_completed: { activity: Activity; feedback: z.input<typeof coachingFeedbackPayload> };
  conversation_shared: { activity: Activity; shared_by: User; recipients: string[]; message: string | null };
  conversation_exported: { activity: Activity; exported_by: User; crm_integration: string };
  conversation_processed: { activity: Activity };
  conversation_played: { activity: Activity; played_by: User };
}

const host: User = {
  id: '3f0a8c1e-5b57-4a0e-9d43-6f1f0f6f3a11',
  name: 'Robin Sample',
  email: 'robin.sample@example.com',
  status: 'active',
  team_name: 'Sales North',
  crm_id: '0055g00000SAMPLE1',
  role: 'Member',
};

const manager: User = {
  id: '8c2f7d60-0e3b-4d0c-8f77-1b9a4f5d2e22',
  name: 'Amara Lindgate',
  email: 'amara.lindgate@example.com',
  status: 'active',
  team_name: 'Sales North',
  crm_id: '0055g00000SAMPLE2',
  role: 'Manager',
};

const activity: Activity = {
  id: 'b7d9e2a4-6c1f-4f58-8a35-2d7c9e0b1c33',
  type: 'meeting',
  status: 'completed',
  title: 'Quarterly review with Example Ltd',
  started_at: '2026-01-15T10:00:00.000Z',
  completed_at: '2026-01-15T10:42:10.000Z',
  updated_at: '2026-01-15T10:49:31.000Z',
  duration_ms: 2_530_000,
  language: 'en_GB',
  provider: 'upload',
  host_user_id: host.id,
  participants: [
    {
      id: 'd4a1b6c8-7e29-4b90-9c16-5e8f3a2d4b44',
      name: 'Robin Sample',
      email: 'robin.sample@example.com',
      phone: null,
      affiliation: 'internal',
      user_id: host.id,
    },
    {
      id: 'e5b2c7d9-8f3a-4ca1-8d27-6f9a4b3e5c55',
      name: 'Kim Buyer',
      email: 'kim.buyer@example.org',
      phone: null,
      affiliation: 'external',
      user_id: null,
    },
  ],
  external_id: 'meeting-2026-01-15',
  account_id: '0015g00000SAMPLE1',
  lead_id: null,
  opportunity_id: '0065g00000SAMPLE1',
  processing: { state: 'done', failure: null, skipped_cues: 0 },
};

const samples: { [Trigger in WebhookTrigger]: WebhookEvent<Trigger> } = {
  coaching_feedback_completed: {
    type: 'coaching_feedback_completed',
    timestamp: '2026-01-15T14:05:00.000Z',
    data: {
      activity,
      feedback: {
        id: 'f6c3d8ea-9a4b-4db2-9e38-7a0b5c4f6d66',
        score: 4,
        comment: 'Good questions early on; leave more room after the price.',
        activity_id: activity.id,
        coach_id: manager.id,
        coachee_id: host.id,
        created_at: '2026-01-15T13:50:00.000Z',
        updated_at: '2026-01-15T14:05:00.000Z',
      },
    },
  },
  conversation_shared: {
    type: 'conversation_shared',
    timestamp: '2026-01-15T11:20:00.000Z',
    data: {
      activity,
      shared_by: host,
      recipients: ['amara.lindgate@example.com'],
      message: 'Please listen to the part on renewal.',
    },
  },
  conversation_exported: {
    type: 'conversation_exported',
    timestamp: '2026-01-15T11:30:00.000Z',
    data: { activity, exported_by: host, crm_integration: 'salesforce' },
  },
  conversation_processed: {
    type: 'conversation_processed',
    timestamp: '2026-01-15T10:49:31.000Z',
    data: { activity },
  },
  conversation_played: {
    type: 'conversation_played',
    timestamp: '2026-01-15T13:31:00.000Z',
    data: { activity, played_by: manager },
  },
};

/** An example of what a trigger sends: invented, and the same at every call. */
export const webhookSample = (trigger: WebhookTrigger): WebhookEvent => structuredClone(samples[trigger]);
