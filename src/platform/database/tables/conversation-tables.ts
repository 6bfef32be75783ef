import type { Generated } from 'kysely';
import type {
  activityStatuses,
  activityTypes,
  affiliations,
  processingStates,
} from '../../../tools/conversation/vocabulary.ts';

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

type ValueOf<Values> = Values[keyof Values];

export interface ConversationOrganizationTable {
  id: string;
  name: string;
  crm_integration: string | null;
  calendar_type: string | null;
  address: string | null;
  created_at: Generated<Date>;
}

export interface ConversationUserTable {
  id: string;
  organization_id: string;
  name: string | null;
  email: string | null;
  status: string | null;
  team_name: string | null;
  crm_id: string | null;
  /** Owner, Admin, Manager, Member or another role that the organization uses. */
  role: string | null;
}

/**
 * A call, a meeting or a message. The row of an uploaded recording also holds the input of the upload and the state of
 * the processing.
 */
export interface ConversationActivityTable {
  id: string;
  organization_id: string;
  type: ValueOf<typeof activityTypes> | null;
  status: ValueOf<typeof activityStatuses> | null;
  title: string | null;
  started_at: Date;
  completed_at: Date | null;
  updated_at: Date;
  duration_ms: number | null;
  language: string | null;
  provider: string | null;
  host_user_id: string | null;
  external_id: string | null;
  account_id: string | null;
  lead_id: string | null;
  opportunity_id: string | null;
  /** State of processing the uploaded recording; null when nothing was uploaded. */
  processing_state: ValueOf<typeof processingStates> | null;
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

export interface ConversationParticipantTable {
  id: string;
  activity_id: string;
  /** Position within the activity, from 0. */
  position: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  affiliation: ValueOf<typeof affiliations> | null;
  user_id: string | null;
}

interface ConversationOutputRow {
  activity_id: string;
  /** Position within the activity, from 0. */
  position: number;
  text: string;
}

interface ConversationTimedRow extends ConversationOutputRow {
  /** The speaker. */
  participant_id: string | null;
  /** Milliseconds since the activity began. */
  start_ms: number;
  end_ms: number | null;
}

export type ConversationSegmentTable = ConversationTimedRow;

interface ConversationSummaryTable {
  activity_id: string;
  content: string;
}

export interface ConversationActionItemTable extends ConversationOutputRow {
  /** The participant who is responsible for the action item. */
  assignee_id: string | null;
  start_ms: number | null;
  is_completed: boolean | null;
}

export interface ConversationQuestionTable extends ConversationTimedRow {
  is_engaging: boolean | null;
  is_insightful: boolean | null;
}

/**
 * A topic that was found in a conversation. The names of theme, topic and trigger keyword are those at the time of the
 * analysis.
 */
export interface ConversationTopicMatchTable extends ConversationTimedRow {
  theme: string;
  topic: string;
  trigger: string;
}

interface ConversationThemeTable {
  id: string;
  organization_id: string;
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

export interface ConversationCallScoreTable {
  id: string;
  organization_id: string;
  activity_id: string | null;
  user_id: string | null;
  score: number | null;
  activity_type: ValueOf<typeof activityTypes> | null;
  created_at: Date;
}

export interface ConversationCoachingFeedbackTable {
  id: string;
  organization_id: string;
  activity_id: string | null;
  coach_id: string | null;
  coachee_id: string | null;
  score: number | null;
  comment: string | null;
  created_at: Date;
  updated_at: Date | null;
}

export interface ConversationCommentTable {
  id: string;
  organization_id: string;
  activity_id: string;
  user_id: string | null;
  text: string | null;
  /** Milliseconds since the activity began; null for a comment on the whole activity. */
  at_ms: number | null;
  created_at: Date;
}

export interface ConversationListenTable {
  organization_id: string;
  activity_id: string;
  user_id: string;
  listened_at: Date;
}

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
