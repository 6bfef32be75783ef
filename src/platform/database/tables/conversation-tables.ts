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
import type { processingStates } from '../../../tools/conversation/vocabulary.ts';
import type { Columns } from '../../../tools/record-fields.ts';

export interface ConversationTables {
  convo_organizations: ConversationOrganizationTable;
  convo_users: ConversationUserTable;
  convo_activities: ConversationActivityTable;
  convo_participants: ConversationParticipantTable;
  convo_segments: ConversationSegmentTable;
  convo_summaries: ConversationSummaryTable;
  convo_action_items: ConversationActionItemTable;
  convo_questions: ConversationQuestionTable;
  convo_topic_matches: ConversationTopicMatchTable;
  convo_themes: ConversationThemeTable;
  convo_topics: ConversationTopicTable;
  convo_triggers: ConversationTriggerTable;
  convo_call_scores: ConversationCallScoreTable;
  convo_coaching_feedback: ConversationCoachingFeedbackTable;
  convo_comments: ConversationCommentTable;
  convo_listens: ConversationListenTable;
  convo_recordings: ConversationRecordingTable;
  convo_recording_folder: ConversationRecordingFolderTable;
}

interface OfOrganization {
  organization_id: string;
}

interface OfActivity {
  activity_id: string;
  /** Position within the activity, from 0. */
  position: number;
}

interface ConversationOrganizationTable extends Columns<typeof organizationFields> {
  id: string;
  created_at: Generated<Date>;
}

interface ConversationUserTable extends Columns<typeof userFields>, OfOrganization {}

/**
 * A call, a meeting or a message. The row of an uploaded recording also holds the input of the upload and the state of
 * the processing.
 */
export interface ConversationActivityTable extends Columns<typeof activityFields>, OfOrganization {
  updated_at: Date;
  /** State of processing the uploaded recording; null when nothing was uploaded. */
  processing_state: (typeof processingStates)[keyof typeof processingStates] | null;
  processing_failure: string | null;
  /** Number of cues in an uploaded transcript that could not be read. */
  processing_skipped_cues: number | null;
  /** Warnings about the result of the processing, for the owner of the recording. */
  processing_warnings: Generated<string[]>;
  /** URL of the recording; null when nothing was uploaded. */
  recording_url: string | null;
  skip_full_analysis: Generated<boolean>;
  notify_host: Generated<boolean>;
  /** Digest of the themes that were used to match topics; null when topics were not matched. */
  themes_digest: string | null;
}

export interface ConversationParticipantTable extends Columns<typeof participantFields>, OfActivity {}

interface ConversationSegmentTable extends Columns<typeof segmentFields>, OfActivity {}

interface ConversationSummaryTable {
  activity_id: string;
  content: string;
}

interface ConversationActionItemTable extends Columns<typeof actionItemFields>, OfActivity {}

interface ConversationQuestionTable extends Columns<typeof questionFields>, OfActivity {}

interface ConversationTopicMatchTable extends Columns<typeof topicMatchFields>, OfActivity {}

interface ConversationThemeTable extends OfOrganization {
  id: string;
  position: number;
  name: string;
}

interface ConversationTopicTable {
  id: string;
  theme_id: string;
  position: number;
  name: string;
}

interface ConversationTriggerTable {
  id: string;
  topic_id: string;
  position: number;
  keyword: string;
}

interface ConversationCallScoreTable extends Columns<typeof callScoreFields>, OfOrganization {}

interface ConversationCoachingFeedbackTable extends Columns<typeof coachingFeedbackFields>, OfOrganization {}

interface ConversationCommentTable extends Columns<typeof commentFields>, OfOrganization {}

interface ConversationListenTable extends Columns<typeof listenFields>, OfOrganization {}

/** The stored recordings of activities. */
interface ConversationRecordingTable {
  /** Name of the recording in the recording store. */
  key: string;
  activity_id: string;
  /**
   * Whether the recording is a copy that can be fetched again from its URL. If not, it was uploaded and exists only
   * here.
   */
  fetched: boolean;
}

/** The folder that contains the recordings. The table has at most one row. */
interface ConversationRecordingFolderTable {
  is_only: Generated<true>;
  /** Content of the marker file in the folder. */
  marker: string;
}
