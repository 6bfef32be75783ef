import {
  activityStatuses,
  activityTypes,
  affiliations,
  processingStates,
  summaryMethods,
  webhookTriggers,
} from '../../tools/conversation/vocabulary.ts';
import { builder, enumOf } from '../core/builder.ts';

export const ActivityType = enumOf('ActivityType', {
  description: 'Channel through which a conversation took place.',
  values: activityTypes,
  descriptions: {
    CALL: 'A phone call.',
    MEETING: 'An online or in-person meeting.',
    SMS: 'A text message.',
    VOICE: 'A call or voicemail made or received with a voice dialer.',
  },
});

export const ActivityStatus = enumOf('ActivityStatus', {
  description: 'Progress of a call or meeting, or delivery status of a message or voice dialer activity.',
  values: activityStatuses,
  descriptions: {
    IN_PROGRESS:
      'A call or meeting that is in progress or being processed, or whose processing failed; see `Activity.processing`.',
    COMPLETED: 'A call or meeting that has ended and been processed.',
    RECEIVED: 'A message or voice dialer activity that the team received.',
    SENT: 'A message or voice dialer activity that the team sent.',
    DELIVERED: 'A message or voice dialer activity that the team sent and that reached its recipient.',
  },
});

export const Affiliation = enumOf('Affiliation', {
  description: 'Whether a participant belongs to the team.',
  values: affiliations,
  descriptions: {
    INTERNAL: 'A member of the team.',
    EXTERNAL: 'A person from outside the team, such as a customer.',
    UNKNOWN: 'Not reported by the service, or the activity was not found.',
  },
});

export const ProcessingState = enumOf('ProcessingState', {
  description: 'Processing state of an uploaded recording.',
  values: processingStates,
  descriptions: {
    QUEUED: 'Waiting to be processed.',
    RUNNING: 'Being transcribed or analysed.',
    DONE: 'Finished; the transcript is available, and the analysis unless it was skipped.',
    FAILED: 'Failed; see `ActivityProcessing.failure` for the reason.',
  },
});

export const SummaryMethod = enumOf('SummaryMethod', {
  description: 'How a summary was made.',
  values: summaryMethods,
  descriptions: {
    EXTRACTED:
      'Made by rules, without a language model: quotes sentences and action items of the conversation. A quoted statement need not be an agreement.',
    MODEL: 'Written by a language model in its own words. Each statement was compared with the conversation.',
  },
});

export const WebhookTrigger = enumOf('WebhookTrigger', {
  description: 'Kind of event that webhooks receive and `Subscription.conversationEvents` emits.',
  values: webhookTriggers,
  descriptions: {
    COACHING_FEEDBACK_COMPLETED: 'A manager completed coaching feedback.',
    CONVERSATION_SHARED: 'A user shared a conversation.',
    CONVERSATION_EXPORTED: 'A user exported a conversation.',
    CONVERSATION_PROCESSED: 'Transcription and analysis of a conversation finished.',
    CONVERSATION_PLAYED: 'A user played the recording of a conversation.',
  },
});

export const MomentKind = builder.enumType('MomentKind', {
  description: 'Kind of moment in `Activity.moments`.',
  values: {
    SEGMENT: {
      value: 'TranscriptSegment',
      description: 'Segments of the transcript, returned as `TranscriptSegment`.',
    },
    QUESTION: { value: 'Question', description: 'Questions that were asked, returned as `Question`.' },
    TOPIC_MATCH: { value: 'TopicMatch', description: 'Mentions of topic triggers, returned as `TopicMatch`.' },
    COMMENT: {
      value: 'CommentMoment',
      description:
        'Comments of the team that have a text and refer to a time in the activity, returned as `CommentMoment`.',
    },
    ACTION_ITEM: {
      value: 'ActionItemMoment',
      description: 'Action items with a known time, returned as `ActionItemMoment`.',
    },
  } as const,
});

export const TranscriptFormat = builder.enumType('TranscriptFormat', {
  description: 'File format of a transcript.',
  values: {
    VTT: {
      value: 'vtt',
      description: 'WebVTT, with speakers as voice tags. Blank lines within a segment are removed.',
    },
    SRT: {
      value: 'srt',
      description:
        'SubRip, with the name of the speaker before the text. Blank lines within a segment are removed, and `-->` between digits becomes `->`, because the format has no escapes.',
    },
    TEXT: { value: 'text', description: 'Plain text with one line per segment: time, speaker and text.' },
  } as const,
});
