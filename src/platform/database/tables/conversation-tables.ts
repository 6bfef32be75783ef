import type { Generated } from 'kysely';
import type { activityFields, participantFields } from '../../../tools/conversation/activity.ts';
import type {
  actionItemFields,
  questionFields,
  segmentFields,
  topicMatchFields,
} from '../../../tools/conversation/outputs.ts';
import type {
  callScoreFields,
  coachingFeedbackFields,
  commentFields,
  listenFields,
  organizationFields,
  userFields,
} from '../../../tools/conversation/team.ts';
import type { processingStates, SummaryMethod } from '../../../tools/conversation/vocabulary.ts';
import type { Columns } from '../../../tools/record-fields.ts';

export interface ConversationTables {
  convo_organizations: Columns<typeof organizationFields> & {
    id: string;
    created_at: Generated<Date>;
  };
  convo_users: Columns<typeof userFields> & WithOrganizationId;
  convo_activities: ConversationActivityTable;
  convo_participants: ConversationParticipantTable;
  convo_segments: Columns<typeof segmentFields> & OfActivity;
  convo_summaries: {
    activity_id: string;
    content: string;
    method: SummaryMethod | null;
  };
  convo_action_items: Columns<typeof actionItemFields> & OfActivity;
  convo_questions: Columns<typeof questionFields> & OfActivity;
  convo_topic_matches: Columns<typeof topicMatchFields> & OfActivity;
  convo_themes: WithOrganizationId & {
    id: string;
    position: number;
    name: string;
  };
  convo_topics: {
    id: string;
    theme_id: string;
    position: number;
    name: string;
  };
  convo_triggers: {
    id: string;
    topic_id: string;
    position: number;
    keyword: string;
  };
  convo_call_scores: Columns<typeof callScoreFields> & WithOrganizationId;
  convo_coaching_feedback: Columns<typeof coachingFeedbackFields> & WithOrganizationId;
  convo_comments: Columns<typeof commentFields> & WithOrganizationId;
  convo_listens: Columns<typeof listenFields> & WithOrganizationId;
  convo_recordings: {
    /** Name in the recording store. */
    key: string;
    activity_id: string;
    /** False for an uploaded recording, which has no other copy. */
    fetched: boolean;
  };
  /** The folder of the recording store; at most one row. */
  convo_recording_folder: {
    is_only: Generated<true>;
    /** Content of the marker file beside the folder, which shows that all nodes use the same folder. */
    marker: string;
  };
}

interface WithOrganizationId {
  organization_id: string;
}

interface OfActivity {
  activity_id: string;
  /** Position within the activity, from 0. */
  position: number;
}

export interface ConversationActivityTable extends Columns<typeof activityFields>, WithOrganizationId {
  updated_at: Date;
  /** Null unless the activity was uploaded or its import states it. */
  processing_state: (typeof processingStates)[keyof typeof processingStates] | null;
  processing_failure: string | null;
  processing_skipped_cues: number | null;
  /** Warnings about the result of the processing, for the owner of the recording. */
  processing_warnings: Generated<string[]>;
  /** Null if the activity was not uploaded. */
  recording_url: string | null;
  skip_full_analysis: Generated<boolean>;
  notify_host: Generated<boolean>;
  /** Digest of the themes of the topic matches; `importedMatchesDigest` if imported, null if not matched. */
  themes_digest: string | null;
}

interface ConversationParticipantTable extends Columns<typeof participantFields>, OfActivity {}
