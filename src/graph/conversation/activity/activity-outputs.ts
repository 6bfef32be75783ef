import type { ActionItemRecord } from '../../../connector/conversation/records.ts';
import { builder } from '../../core/builder.ts';
import { idOnly } from '../../core/selection.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import { eachLoader, nullIfNotFound, perOperation } from '../../core/loader.ts';
import { Activity } from './activity.ts';
import { type ActivityNode, scanCalls } from './activity-scan.ts';
import { Participant, participantEdge } from './participant.ts';

/** The outputs of activities, each its own tool: one call a distinct activity and field. */
export const outputLoaders = perOperation(({ conversation }) => ({
  transcript: eachLoader((id: string) => nullIfNotFound(conversation.transcript(id))),
  summary: eachLoader((id: string) => nullIfNotFound(conversation.summary(id))),
  actionItems: eachLoader((id: string) => nullIfNotFound(conversation.actionItems(id))),
  questions: eachLoader((id: string) => nullIfNotFound(conversation.questions(id))),
  topicMatches: eachLoader((id: string) => nullIfNotFound(conversation.topicMatches(id))),
}));

const Summary = builder.objectRef<{ content: string; activity: ActivityNode }>('Summary').implement({
  description: 'A short summary of a conversation.',
  fields: (t) => ({
    content: t.exposeString('content', {
      nullable: false,
      description:
        'Plain text. The embedded analysis quotes the most telling sentences in order of time, at most 150 words; in English, a sentence in the first person begins with the name of its speaker: "Robin Hale: We\'ll send it."',
    }),
    activity: t.expose('activity', { type: Activity, nullable: false, description: 'Of what.' }),
  }),
});

const ActionItem = builder.objectRef<ActionItemRecord & { activity: ActivityNode }>('ActionItem').implement({
  description: 'Something that somebody said they or another would do.',
  fields: (t) => ({
    text: t.exposeString('text', { nullable: false, description: 'What is to be done, as it was said.' }),
    assignee: t.field({
      type: Participant,
      extensions: toolCalls({ shared: [{ ...scanCalls, beyond: idOnly }] }),
      description: 'Who is to do it; null when that was not said. Further fields than id need the activity found.',
      resolve: ({ activity, assigneeId }, _, context, info) =>
        participantEdge({ activity, participantId: assigneeId }, context, info),
    }),
    startMs: t.exposeInt('startMs', { description: 'When it was said, in milliseconds since the begin.' }),
    isCompleted: t.exposeBoolean('isCompleted', {
      description: 'Whether it is done; null when the service does not say.',
    }),
    activity: t.expose('activity', { type: Activity, nullable: false, description: 'Where it was said.' }),
  }),
});

builder.objectFields(Activity, (t) => ({
  summary: t.field({
    type: Summary,
    extensions: toolCalls({ each: ['summary_get'] }),
    description: 'Its summary; null when it was not analysed. One summary_get an activity.',
    resolve: async (activity, _, context) => {
      const summary = await outputLoaders(context).summary.load(activity.id);
      return summary && { ...summary, activity };
    },
  }),
  actionItems: t.field({
    type: [ActionItem],
    extensions: toolCalls({ each: ['action_items_get'] }),
    description:
      'Follow-up tasks, in the order they were said; empty when none was found, null when the activity was not analysed, as its upload skips that or is still being processed, or when there is no such activity. One action_items_get an activity.',
    resolve: async (activity, _, context) => {
      const answer = await outputLoaders(context).actionItems.load(activity.id);
      return answer?.items?.map((item) => ({ ...item, activity })) ?? null;
    },
  }),
}));
