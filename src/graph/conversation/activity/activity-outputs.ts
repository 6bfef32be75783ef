import type { ActionItemRecord } from '../../../connector/conversation/records.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import { perKeyLoader, nullIfNotFound, perOperation } from '../../core/loader.ts';
import { Activity } from './activity.ts';
import type { ActivityNode } from './activity-scan.ts';
import { participantField } from './participant.ts';

/** Part of the descriptions of outputs of the analysis. */
export const notAnalysed =
  'Null if the activity does not exist or was not analysed, either because its upload skips the analysis or because it is still being processed.';

/** Outputs of activities: one call per distinct activity and output. */
export const outputLoaders = perOperation(({ conversation }) => ({
  transcript: perKeyLoader((id: string) => nullIfNotFound(conversation.transcript(id))),
  summary: perKeyLoader((id: string) => nullIfNotFound(conversation.summary(id))),
  actionItems: perKeyLoader((id: string) => nullIfNotFound(conversation.actionItems(id))),
  questions: perKeyLoader((id: string) => nullIfNotFound(conversation.questions(id))),
  topicMatches: perKeyLoader((id: string) => nullIfNotFound(conversation.topicMatches(id))),
}));

const Summary = builder.objectRef<{ content: string; activity: ActivityNode }>('Summary').implement({
  description: 'A short summary of a conversation, written by the analysis.',
  fields: (t) => ({
    content: t.exposeString('content', {
      nullable: false,
      description:
        'Summary as plain text. The embedded analysis quotes the most important sentences in chronological order, at most 150 words. In English, it puts the name of the speaker before a sentence in the first person: "Robin Hale: We\'ll send it."',
    }),
    activity: t.expose('activity', { type: Activity, nullable: false, description: 'The summarized activity.' }),
  }),
});

type ActionItemNode = ActionItemRecord & { activity: ActivityNode };

const ActionItem = builder.objectRef<ActionItemNode>('ActionItem').implement({
  description: 'A follow-up task that was agreed on in a conversation.',
  fields: (t) => ({
    text: t.exposeString('text', { nullable: false, description: 'The task in the words of the speaker.' }),
    assignee: t.field(
      participantField(
        'Participant who is to do it; null if none was named.',
        ({ assigneeId }: ActionItemNode) => assigneeId,
      ),
    ),
    startMs: t.exposeInt('startMs', {
      description:
        'Position at which the task was mentioned, in milliseconds from the start of the activity; null if unknown.',
    }),
    isCompleted: t.exposeBoolean('isCompleted', {
      description: 'Whether the task has been done; null if the service does not track it.',
    }),
    activity: t.expose('activity', {
      type: Activity,
      nullable: false,
      description: 'The activity in which the task was mentioned.',
    }),
  }),
});

builder.objectFields(Activity, (t) => ({
  summary: t.field({
    type: Summary,
    extensions: toolCalls({ perObject: ['summary_get'] }),
    description: 'Summary of the conversation; null if it was not analysed. Costs one `summary_get` call per activity.',
    resolve: async (activity, _, context) => {
      const summary = await outputLoaders(context).summary.load(activity.id);
      return summary && { ...summary, activity };
    },
  }),
  actionItems: t.field({
    type: [ActionItem],
    extensions: toolCalls({ perObject: ['action_items_get'] }),
    description: `Follow-up tasks in the order in which they were mentioned; empty if none were found. ${notAnalysed} Costs one \`action_items_get\` call per activity.`,
    resolve: async (activity, _, context) => {
      const result = await outputLoaders(context).actionItems.load(activity.id);
      return result?.items?.map((item) => ({ ...item, activity })) ?? null;
    },
  }),
}));
