import {
  activityStatuses,
  activityTypes,
  affiliations,
  processingStates,
  webhookTriggers,
} from '../../tools/conversation/vocabulary.ts';
import { builder } from '../core/builder.ts';
import { enumOf } from '../core/enum.ts';

export const ActivityType = enumOf({
  name: 'ActivityType',
  description: 'What kind of conversation it was.',
  values: activityTypes,
  descriptions: { CALL: 'A call.', MEETING: 'A meeting.', SMS: 'A text message.', VOICE: 'A voice dialer activity.' },
});

export const ActivityStatus = enumOf({
  name: 'ActivityStatus',
  description: 'How far it has come.',
  values: activityStatuses,
  descriptions: {
    IN_PROGRESS: 'A call or meeting that goes on, is being processed, or could not be: its processing tells.',
    COMPLETED: 'A call or meeting that is over and processed.',
    RECEIVED: 'A message or voice dialer activity that came in.',
    SENT: 'A message or voice dialer activity that went out.',
    DELIVERED: 'A message or voice dialer activity that arrived.',
  },
});

export const Affiliation = enumOf({
  name: 'Affiliation',
  description: 'Which side a participant is on.',
  values: affiliations,
  descriptions: { INTERNAL: 'Of the team.', EXTERNAL: 'Of the other side.', UNKNOWN: 'Not known.' },
});

export const ProcessingState = enumOf({
  name: 'ProcessingState',
  description: 'How far the processing of an uploaded recording has come.',
  values: processingStates,
  descriptions: {
    QUEUED: 'Waits for its turn.',
    RUNNING: 'Is being transcribed or analysed.',
    DONE: 'Everything is there.',
    FAILED: 'Ended without a result; the failure says why.',
  },
});

export const WebhookTrigger = enumOf({
  name: 'WebhookTrigger',
  description: 'What must happen for a webhook to be called.',
  values: webhookTriggers,
  descriptions: {
    COACHING_FEEDBACK_COMPLETED: 'Coaching feedback was completed.',
    CONVERSATION_SHARED: 'A conversation was shared.',
    CONVERSATION_EXPORTED: 'A conversation was exported.',
    CONVERSATION_PROCESSED: 'A conversation was processed.',
    CONVERSATION_PLAYED: 'A conversation was played.',
  },
});

export const MomentKind = builder.enumType('MomentKind', {
  description: 'A kind of moment on the timeline.',
  values: {
    SEGMENT: { value: 'TranscriptSegment', description: 'Something said: TranscriptSegment.' },
    QUESTION: { value: 'Question', description: 'A question: Question.' },
    TOPIC_MATCH: { value: 'TopicMatch', description: 'A topic that was touched: TopicMatch.' },
  } as const,
});

export const TranscriptFormat = builder.enumType('TranscriptFormat', {
  description: 'How a transcript is written.',
  values: {
    VTT: { value: 'vtt', description: 'WebVTT, with speakers as voices. Blank lines within a text are left out.' },
    SRT: {
      value: 'srt',
      description:
        'SubRip, with speakers before the text, which stands as it is: the format knows no escapes. Blank lines are left out, and an arrow of times is cut short.',
    },
    TEXT: { value: 'text', description: 'Plain text, a line a segment: time, speaker, text.' },
  } as const,
});
