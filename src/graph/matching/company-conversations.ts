import { z } from 'zod';
import type { CompanyRecord } from '../../tools/talent/lookup.ts';
import { epochMs } from '../../tools/rules/date-bounds.ts';
import { bothReadScopes, conversationSource } from '../../operation/type-source.ts';
import { type CallCost, toolCalls } from '../../operation/cost/call-cost.ts';
import { Activity } from '../conversation/activity/activity.ts';
import { type ActivityNode, asActivityNode } from '../conversation/activity/activity-loader.ts';
import { Participant } from '../conversation/activity/participant.ts';
import { ConversationPeriodInput } from '../conversation/activity/period.ts';
import { readRecentPeriod, recentPeriodCalls } from '../conversation/activity/scan/recent-period.ts';
import { builder } from '../core/builder.ts';
import type { GraphContext } from '../core/context.ts';
import { withOneError } from '../errors/errors.ts';
import {
  type ConnectionArguments,
  connectionPage,
  connectionType,
  edgeType,
  pageArguments,
  readFirst,
} from '../pagination/connection.ts';
import { cursorCodec, offsetPosition } from '../pagination/cursor.ts';
import { Company } from '../talent/lookup/company.ts';
import { type CompanyConversation, companyConversationsLoader } from './company-conversation-loader.ts';
import { guestCalls } from './guests.ts';
import { MatchKey } from './match-connection.ts';

interface ConversationEdge extends CompanyConversation {
  cursor: string;
  node: ActivityNode;
}

const Edge = edgeType<ActivityNode, ConversationEdge>('CompanyConversationEdge', {
  node: Activity,
  description: 'A conversation of a `CompanyConversationConnection`, and how its guests match the company.',
});

builder.objectFields(Edge, (t) => ({
  participants: t.expose('guests', {
    type: [Participant],
    nullable: false,
    description:
      'Guests whose email address belongs to the company; empty if the company was recognized only by the title of the activity.',
  }),
  matchedOn: t.field({
    type: [MatchKey],
    nullable: false,
    description: 'How the company was recognized: at least one `COMPANY_*` key, the most certain first.',
    resolve: ({ matchedOn }) => matchedOn,
  }),
  evidence: t.exposeString('evidence', {
    nullable: false,
    description: 'The reason for the match in an English sentence, without email addresses.',
  }),
}));

export const companyConversationsCost: CallCost = {
  batched: [{ tool: 'activities_list', calls: recentPeriodCalls('occurred'), perArguments: true }, guestCalls],
};

builder.objectField(Company, 'conversations', (t) =>
  t.field({
    type: connectionType(Activity, conversationSource, { name: 'CompanyConversation', edge: Edge }),
    extensions: {
      ...toolCalls(companyConversationsCost),
      ...bothReadScopes,
    },
    description:
      'Conversations of the team with guests of this company, latest first. The company is recognized by the email addresses of guests or by the title of the activity; the domains of mail providers identify no company. Costs one `activities_list` call per 500 activities, and at least one per 180 days, until the page is full; companies and other fields of the operation that read the same period share these calls. Costs one more call, `users_list`, if the service does not say who is from outside the team. `totalCount` is null unless the period was read to its start.',
    args: {
      occurred: t.arg({
        type: ConversationPeriodInput,
        description:
          'Period in which the conversations started; it can have any length. `from` defaults to 180 days before `to`. If `to` is not set, the period has no end, and `from` defaults to 180 days before now.',
      }),
      ...pageArguments(t.arg),
    },
    resolve: (company, { occurred, first, after }, context) =>
      withOneError(() => conversationPage(context, { company, occurred }, { first, after }), context),
  }),
);

/** Contents of a cursor: start of the first page's period, time and id of the node, and the count of nodes up to it. */
const positionSchema = z.tuple([epochMs, epochMs, z.string(), offsetPosition]);

interface ConversationsQuery {
  company: CompanyRecord;
  occurred: typeof ConversationPeriodInput.$inferInput | null | undefined;
}

async function conversationPage(
  context: GraphContext,
  { company, occurred }: ConversationsQuery,
  { first, after }: ConnectionArguments,
) {
  const period = readRecentPeriod(occurred, ['occurred'], context);
  const count = readFirst(first);
  const scope = { field: 'conversations', arguments: { company: company.id, occurred: occurred ?? {} } };
  const cursors = cursorCodec(scope, positionSchema);
  const [from = period.from.getTime(), time, id, precedingCount = 0] = cursors.decode(after) ?? [];
  const { conversations, isComplete } = await companyConversationsLoader(context).load({
    company,
    period: { from: new Date(from), to: period.to },
    after: time === undefined || id === undefined ? undefined : { time, id },
    count,
  });
  return connectionPage<ActivityNode>({
    edges: conversations.slice(0, count).map((conversation, index) => ({
      ...conversation,
      cursor: cursors.encode([from, conversation.time, conversation.record.id, precedingCount + index + 1]),
      node: asActivityNode(conversation.record),
    })),
    hasPreviousPage: precedingCount > 0,
    hasNextPage: conversations.length > count,
    totalCount: isComplete ? precedingCount + conversations.length : null,
  });
}
