import { lowerCaseUuid } from '../../../tools/rules/field-rules.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { connectionType, pageArguments } from '../../pagination/connection.ts';
import { fieldById } from '../../core/entities.ts';
import { selects } from '../../core/selection.ts';
import { conversationSource } from '../../../operation/type-source.ts';
import { User } from '../team/user.ts';
import { checkUuid, isUuid } from '../uuid.ts';
import { Activity, loadActivity, activityCalls } from './activity.ts';
import { ActivityFilterInput } from './activity-filter.ts';
import type { ActivityNode } from './activity-loader.ts';
import { activityPage, type ActivityScanResult, pageCallsForHost, pageCalls } from './activity-page.ts';
import { maxScanned } from './scan/page-scan.ts';

fieldById('activity', {
  type: Activity,
  extensions: toolCalls({
    lookup: { keyOf: ({ id }) => (typeof id === 'string' && isUuid(id) ? lowerCaseUuid(id) : undefined) },
    batched: [activityCalls],
  }),
  description:
    'An activity by ID. Its outputs (such as `transcript`) and team records (such as `comments`) are loaded by ID, regardless of its age; they are null or empty if the activity does not exist. Selecting any other field scans the activities of the team with `activities_list`, newest first, until the activity is found: one call per 500 activities, and at least one per 180 days. All activities of the operation share one scan, which goes back `ACTIVITY_HORIZON_DAYS` (730 by default); an activity that the scan does not find is null. If the same server has already loaded the activity for the caller, the lookup costs one call instead of a scan: the server caches when each activity started.',
  idDescription: 'ID of the activity, a UUID.',
  find: async (id, context, info) => loadActivity(checkUuid(id, 'id'), context, info),
});

const ActivityConnection = connectionType<ActivityNode, ActivityScanResult>(Activity, conversationSource);

builder.objectFields(ActivityConnection, (t) => ({
  scannedCount: t.exposeInt('scannedCount', {
    description:
      'Number of activities that were read to find the nodes of this page: up to its last node if the page is full, otherwise up to the end of the scan.',
  }),
  isPartial: t.exposeBoolean('isPartial', {
    nullable: false,
    description: `True if the scan stopped at its limit of ${maxScanned.toLocaleString('en')} activities without filling the page. The page is then short or empty, \`pageInfo.hasNextPage\` is true, and \`pageInfo.endCursor\`, which is set even on an empty page, continues the scan.`,
  }),
}));

const scanCost = `Costs one \`activities_list\` call per 500 activities, and at least one per 180 days, until the page is full. With a compared field, the graph reads up to ${maxScanned.toLocaleString('en')} activities to fill a page, which is ten calls, and the page can be short: see \`ActivityConnection.isPartial\`.`;

builder.queryField('activities', (t) =>
  t.field({
    type: ActivityConnection,
    extensions: toolCalls({ page: 'activities_list', pageCalls }),
    description: `Activities of the team, newest first. If \`filter\` sets no period, returns activities of the last 30 days, or of the last 180 days if \`filter\` has a compared field: any field other than \`occurred\`, \`updated\` and \`status\`. ${scanCost} \`totalCount\` is null if the first page does not hold all matches and \`filter\` has a compared field, both \`occurred\` and \`updated\`, or a period of more than 180 days. Selecting \`totalCount\` costs one more call if the period does not start at a whole second and has more than 500 activities.`,
    args: {
      filter: t.arg({
        type: ActivityFilterInput,
        description: 'Which activities to return. Omit it to return activities of the last 30 days.',
      }),
      ...pageArguments(t.arg),
    },
    resolve: (_, { filter, first, after }, context, info) =>
      activityPage(context, { filter: filter ?? {}, isCounted: selects(info, 'totalCount') }, { first, after }),
  }),
);

builder.objectField(User, 'activities', (t) =>
  t.field({
    type: ActivityConnection,
    extensions: toolCalls({
      batched: [{ tool: 'activities_list', calls: pageCallsForHost, perArguments: true }],
    }),
    description: `Activities that the user hosted, newest first, in the last 180 days unless \`filter\` sets a period. Costs one \`activities_list\` call per 500 activities of the team, and at least one per 180 days, until the page is full, at most ${maxScanned.toLocaleString('en')} activities a page: see \`ActivityConnection.isPartial\`. Users whose pages are loaded together share the calls. \`totalCount\` is null unless the first page holds all activities.`,
    args: {
      filter: t.arg({
        type: ActivityFilterInput,
        description:
          'Which activities of the user to return; `hostIds` is rejected. Omit `filter` to return activities of the last 180 days.',
      }),
      ...pageArguments(t.arg),
    },
    resolve: ({ id }, { filter, first, after }, context) =>
      activityPage(context, { filter: filter ?? {}, hostId: id, isCounted: false }, { first, after }),
  }),
);
