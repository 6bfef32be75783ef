import { hash } from 'node:crypto';
import type { ActionItemRecord } from '../../../tools/conversation/outputs.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { builder } from '../../core/builder.ts';
import { Activity } from './activity.ts';
import type { ActivityNode } from './activity-loader.ts';
import { notAnalysed, outputCost, outputLoaders } from './activity-outputs.ts';
import { nodesLoader } from './output-nodes.ts';
import { participantField } from './participant.ts';

export type ActionItemNode = ActionItemRecord & { id: string; activity: ActivityNode };

export const ActionItem = builder.objectRef<ActionItemNode>('ActionItem').implement({
  description: 'A follow-up task that was agreed on in a conversation.',
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description:
        'ID of the task, derived from the activity and `text`: it stays the same if a new analysis finds the same text, and changes with the text. Equal texts in one activity get different IDs by their order.',
    }),
    text: t.exposeString('text', {
      nullable: false,
      description:
        'Task as worded in the conversation. The built-in analysis quotes the promise, `Tom: “You will have the deck by Friday.”`, or the request that was accepted: `For Tom – Anna: “Could you send me the deck?”`.',
    }),
    assignee: t.field(
      participantField('Participant who is responsible for the task; null if none was named.', 'assigneeId'),
    ),
    startMs: t.exposeInt('startMs', {
      description:
        'Time at which the task was mentioned, in milliseconds from the start of the activity; null if unknown.',
    }),
    isCompleted: t.exposeBoolean('isCompleted', {
      description: 'Whether the task has been done; null if the service does not track it.',
    }),
    dueOn: t.expose('dueOn', {
      type: 'Date',
      description:
        'Day by which the task was promised; null if the conversation named no day, or the service does not report it. The built-in analysis reads phrases such as "by Friday", "tomorrow" or "in two weeks" in English, relative to the UTC day on which the conversation started: a weekday means its first date after that day, and "next week" ends on Friday.',
    }),
    activity: t.expose('activity', {
      type: Activity,
      nullable: false,
      description: 'The activity in which the task was mentioned.',
    }),
  }),
});

export const loadActionItems = nodesLoader<ActionItemRecord, ActionItemNode>(
  (activity, context) => outputLoaders(context).actionItems.load(activity),
  (items, activity) => {
    const countOf = new Map<string, number>();
    return items.map((item) => {
      const count = (countOf.get(item.text) ?? 0) + 1;
      countOf.set(item.text, count);
      return { ...item, id: idOf({ activity, text: item.text, count }), activity };
    });
  },
);

/** Derives an id, because the services assign no ids to action items. */
const idOf = ({ activity, text, count }: { activity: ActivityNode; text: string; count: number }) =>
  hash('sha256', JSON.stringify([activity.id, text, count]), 'base64url').slice(0, 22);

builder.objectField(Activity, 'actionItems', (t) =>
  t.field({
    type: [ActionItem],
    extensions: toolCalls({ perObject: ['action_items_get'] }),
    description: `Follow-up tasks in the order in which they were mentioned; empty if the analysis found none. ${notAnalysed} ${outputCost('action_items_get')}`,
    resolve: (activity, _, context) => loadActionItems(activity, context),
  }),
);
