/** What is analysed: a transcript, who spoke in it, and what the team wants to hear about. Names as in the payloads. */
export interface Conversation {
  /** In order of time. */
  segments: readonly Segment[];
  participants: readonly Participant[];
  themes: readonly Theme[];
  /** A locale such as en_GB; English is assumed when it is not given. */
  language?: string | null;
}

export interface Segment {
  participant_id: string | null;
  start_ms: number;
  end_ms: number;
  text: string;
}

export interface Participant {
  id: string;
  name: string | null;
}

export interface Theme {
  name: string;
  topics: readonly { name: string; triggers: readonly { keyword: string }[] }[];
}

export interface ActionItem {
  text: string;
  assignee_id: string | null;
  start_ms: number | null;
  is_completed: boolean;
}

interface Moment {
  participant_id: string | null;
  start_ms: number;
  end_ms: number;
  text: string;
}

export interface Question extends Moment {
  is_engaging: boolean;
  is_insightful: boolean;
}

export interface TopicMatch extends Moment {
  theme: string;
  topic: string;
  trigger: string;
}
