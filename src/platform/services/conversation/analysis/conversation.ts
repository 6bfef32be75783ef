import type { Theme } from '../store/themes.ts';

/** What an analysis reads and finds. Fields are named as in tool payloads; times are in ms since the start. */

export interface Conversation {
  /** Segments in order of time. */
  segments: readonly Segment[];
  participants: readonly Participant[];
  /** Participant whose part is scored; null if the host did not take part, missing if the host is unknown. */
  host_id?: string | null | undefined;
  themes: readonly Theme[];
  /** Null if a language model may suggest a title. */
  title?: string | null;
  /** Locale such as en_GB; English if missing. */
  language?: string | null;
  /** Start of the conversation, to which "by Friday" is relative. Without it, action items have no due day. */
  started_at?: Date;
}

export interface Segment {
  /** Null when the speaker is unknown. */
  participant_id: string | null;
  start_ms: number;
  end_ms: number;
  text: string;
}

export interface Participant {
  id: string;
  name: string | null;
}

export interface ActionItem {
  text: string;
  assignee_id: string | null;
  start_ms: number | null;
  is_completed: boolean;
  /** `YYYY-MM-DD` */
  due_on: string | null;
}

/** See `findQuestions` for what makes a question engaging or insightful. */
export interface Question extends Segment {
  is_engaging: boolean;
  is_insightful: boolean;
}

export interface TopicMatch extends Segment {
  theme: string;
  topic: string;
  trigger: string;
}
