import { builder } from '../../core/builder.ts';
import { requireSubscription } from '../../core/subscription.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { Activity, activityCalls } from '../activity/activity.ts';
import { checkUuid } from '../uuid.ts';
import { processingOf } from './processing-watch.ts';

builder.subscriptionField('activityProcessing', (t) =>
  t.field({
    type: Activity,
    extensions: toolCalls({ batched: [activityCalls] }),
    description: [
      'Follows the processing of an uploaded activity: emits the activity at the start and after every change of `Activity.processing`, and completes when the state is `DONE` or `FAILED`.',
      'An activity that was not uploaded is emitted once; one that does not exist, or is older than `ACTIVITY_HORIZON_DAYS` (730 by default), once as null.',
      'A slow client receives only the latest state. After a lost connection, subscribe again: the current state is emitted first.',
      'Each result is executed like a query of its own, and costs as much. Subscriptions of one caller share the `activities_list` calls that look for changes: one after each change that the platform announces, and others after 1 to 10 seconds.',
      'The last result before an early end has only errors, as for `conversationEvents`.',
    ].join(' '),
    args: { id: t.arg.id({ required: true, description: 'ID of the activity, a UUID.' }) },
    subscribe: (_, { id }, { connector, events, subscription }) => {
      checkUuid(id, 'id');
      return processingOf({ id, connector, events, caller: requireSubscription(subscription) });
    },
    resolve({ value }, _args, context) {
      context.discardEarlierReads();
      return value;
    },
  }),
);
