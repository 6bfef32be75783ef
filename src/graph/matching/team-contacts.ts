import type { ActivityRecord } from '../../tools/conversation/activity.ts';
import { affiliations } from '../../tools/conversation/vocabulary.ts';
import { toolCalls } from '../../operation/cost/call-cost.ts';
import { bothReadScopes, conversationSource } from '../../operation/type-source.ts';
import { ConversationPeriodInput } from '../conversation/activity/period.ts';
import { readRecentPeriod } from '../conversation/activity/scan/recent-period.ts';
import { userField } from '../conversation/team/user.ts';
import { type ArgumentBuilder, builder } from '../core/builder.ts';
import { withOneError } from '../errors/errors.ts';
import { Company } from '../talent/lookup/company.ts';
import { Signal } from '../talent/signal/signal.ts';
import { companyConversationsCost } from './company-conversations.ts';
import { companyConversationsLoader } from './company-conversation-loader.ts';
import { loadSignalConversations, signalConversationsCost } from './signal-conversations.ts';

interface Contact {
  userId: string;
  conversationCount: number;
  /** Start of the earliest conversation; null if no conversation has a start. */
  firstConversationAt: Date | null;
  lastConversationAt: Date | null;
}

const TeamContact = builder.objectRef<Contact>('TeamContact').implement({
  description: 'A team member who took part in conversations with a person, or with guests of a company.',
  extensions: conversationSource,
  fields: (t) => ({
    user: t.field(userField('The team member.', 'userId')),
    conversationCount: t.exposeInt('conversationCount', {
      nullable: false,
      description:
        "Number of the team member's conversations with the person, or with guests of the company, in the period that the argument `occurred` of `contacts` selects.",
    }),
    firstConversationAt: t.expose('firstConversationAt', {
      type: 'DateTime',
      description: 'Start of the earliest conversation that `conversationCount` counts, in UTC; null if unknown.',
    }),
    lastConversationAt: t.expose('lastConversationAt', {
      type: 'DateTime',
      description: 'Start of the latest conversation that `conversationCount` counts, in UTC; null if unknown.',
    }),
  }),
});

const periodArgument = (arg: ArgumentBuilder) => ({
  occurred: arg({
    type: ConversationPeriodInput,
    description: 'Period in which the conversations started, with the same default as for `conversations`.',
  }),
});

const costSentence =
  'Costs the calls of `conversations`, shared with that field for the same period, and one `users_list` call if more than `user { id }` is selected.';

builder.objectField(Signal, 'contacts', (t) =>
  t.field({
    type: [TeamContact],
    extensions: { ...toolCalls(signalConversationsCost), ...bothReadScopes },
    description: `Team members who know the person of the signal, because they hosted or took part in the \`STRONG\` matches of \`conversations\`, sorted by \`lastConversationAt\`, latest first. ${costSentence}`,
    args: periodArgument(t.arg),
    resolve(signal, { occurred }, context) {
      const period = readRecentPeriod(occurred, ['occurred'], context);
      return withOneError(async () => {
        const conversations = await loadSignalConversations(signal, period, context);
        const strong = conversations.filter(({ confidence }) => confidence === 'STRONG');
        return contactsOf(strong.flatMap(({ node }) => node.record ?? []));
      }, context);
    },
  }),
);

builder.objectField(Company, 'contacts', (t) =>
  t.field({
    type: [TeamContact],
    extensions: { ...toolCalls(companyConversationsCost), ...bothReadScopes },
    description: `Team members who know this company, because they hosted or took part in its \`conversations\`, sorted by \`lastConversationAt\`, latest first. Reads the whole period. ${costSentence}`,
    args: periodArgument(t.arg),
    resolve(company, { occurred }, context) {
      const period = readRecentPeriod(occurred, ['occurred'], context);
      return withOneError(async () => {
        const search = { company, period, after: undefined, count: Infinity };
        const { conversations } = await companyConversationsLoader(context).load(search);
        return contactsOf(conversations.map(({ record }) => record));
      }, context);
    },
  }),
);

function contactsOf(activities: readonly ActivityRecord[]): Contact[] {
  const conversations = activities.flatMap((activity) =>
    [...teamIdsOf(activity)].map((userId) => ({ userId, startedAt: activity.startedAt })),
  );
  return [...Map.groupBy(conversations, ({ userId }) => userId)]
    .map(([userId, ofUser]): Contact => {
      const times = ofUser.flatMap(({ startedAt }) => startedAt ?? []).toSorted((a, b) => a.getTime() - b.getTime());
      return {
        userId,
        conversationCount: ofUser.length,
        firstConversationAt: times[0] ?? null,
        lastConversationAt: times.at(-1) ?? null,
      };
    })
    .toSorted(latestFirst);
}

/** Returns the ids of the host, and of participants with an account who are not from outside. */
function teamIdsOf({ hostUserId, participants }: ActivityRecord): Set<string> {
  const members = participants.filter(({ affiliation }) => affiliation !== affiliations.EXTERNAL);
  return new Set([hostUserId, ...members.map(({ userId }) => userId)].filter((id) => id !== null));
}

const latestFirst = (a: Contact, b: Contact) =>
  timeOf(b) - timeOf(a) || b.conversationCount - a.conversationCount || (a.userId < b.userId ? -1 : 1);

const timeOf = ({ lastConversationAt }: Contact) => lastConversationAt?.getTime() ?? 0;
