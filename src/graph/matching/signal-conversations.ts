import type { SignalRecord } from '../../tools/talent/signal.ts';
import { bothReadScopes, conversationSource } from '../../operation/type-source.ts';
import { type CallCost, toolCalls } from '../../operation/cost/call-cost.ts';
import { builder } from '../core/builder.ts';
import type { GraphContext } from '../core/context.ts';
import { Activity } from '../conversation/activity/activity.ts';
import { type ActivityNode, asActivityNode } from '../conversation/activity/activity-loader.ts';
import { Participant, type ParticipantNode } from '../conversation/activity/participant.ts';
import { ConversationPeriodInput } from '../conversation/activity/period.ts';
import { readRecentPeriod, recentPeriodCalls } from '../conversation/activity/scan/recent-period.ts';
import { withOneError } from '../errors/errors.ts';
import { connectionType, edgeType } from '../pagination/connection.ts';
import { companyCalls } from '../talent/lookup/company.ts';
import { Signal } from '../talent/signal/signal.ts';
import { guestCalls } from './guests.ts';
import { type Match, matchPerson } from './rules/match.ts';
import { personIdOf } from './rules/person.ts';
import { addMatchFields, matchArguments, type MatchFields, matchPage } from './match-connection.ts';
import { careerCalls, careerCompanies, namesakeCalls, namesakesLoader } from './namesakes.ts';
import { nameOfGuest } from './rules/names/person-name.ts';
import { type Guest, type ScannedPeriod, signalGuestsLoader } from './signal-guests.ts';

interface Conversation extends MatchFields {
  node: ActivityNode;
  participant: ParticipantNode;
  startedAt: number;
}

const Edge = edgeType<ActivityNode, Conversation & { cursor: string }>('SignalConversationEdge', {
  node: Activity,
  description: 'A conversation of a `SignalConversationConnection`, and how its guest matches the person.',
});
builder.objectField(Edge, 'participant', (t) =>
  t.expose('participant', {
    type: Participant,
    nullable: false,
    description: 'The guest of the conversation who matches the person of the signal.',
  }),
);
addMatchFields(Edge);

export const signalConversationsCost: CallCost = {
  batched: [
    { tool: 'activities_list', calls: recentPeriodCalls('occurred'), perArguments: true },
    careerCalls,
    guestCalls,
    // Calls for the companies of namesakes, who are known only after the scan.
    { tool: companyCalls.tool, perArguments: true },
  ],
  atMostPerObject: namesakeCalls,
};

builder.objectField(Signal, 'conversations', (t) =>
  t.field({
    type: connectionType(Activity, conversationSource, { name: 'SignalConversation', edge: Edge }),
    extensions: {
      ...toolCalls(signalConversationsCost),
      ...bothReadScopes,
    },
    description:
      'Conversations of the team in which the person of the signal was a guest, latest first, each once. Guests and signals have no key in common, so they are matched by name and company, as described at `MatchConfidence`; empty if the signal has no name. A name of one word matches only guests with an honorific, such as `Pak Suharyanto`. All signals of the operation share one scan of the period, with one `activities_list` call per 500 activities, and at least one per 180 days. Each distinct name of a guest that the scan finds costs at most two `signals_list` calls, each for the newest 100 signals with a possible family name: a person whom these calls do not find is at most a `POSSIBLE` match. Companies in the careers of all signals together cost one `companies_list` call per 100 companies; so do further companies in the careers of namesakes. If the service does not say who is from outside the team, one `users_list` call loads the addresses and names of the team.',
    args: {
      occurred: t.arg({
        type: ConversationPeriodInput,
        description:
          'Period in which the conversations started; it can have any length. `from` defaults to 180 days before `to`. If `to` is not set, the period has no end, and `from` defaults to 180 days before now.',
      }),
      ...matchArguments(t.arg),
    },
    resolve: (signal, { occurred, ...page }, context) => {
      const period = readRecentPeriod(occurred, ['occurred'], context);
      const scope = {
        field: 'conversations',
        arguments: { signal: signal.id, occurred: occurred ?? {}, minConfidence: page.minConfidence },
      };
      const listing = {
        scope,
        page,
        sortKeyOf: ({ startedAt, node }: Conversation) => [startedAt, 0, node.id] as const,
      };
      return withOneError(() => matchPage(listing, () => loadSignalConversations(signal, period, context)), context);
    },
  }),
);

export async function loadSignalConversations(
  signal: SignalRecord,
  period: ScannedPeriod,
  context: GraphContext,
): Promise<Conversation[]> {
  const guests = await signalGuestsLoader(period, context).load(signal);
  if (guests.length === 0) return [];
  const times = guests.map(({ activity }) => activity.startedAt);
  const person = { id: personIdOf(signal), signals: [signal] };
  const guestNames = guests.flatMap(({ participant }) => nameOfGuest(participant) ?? []);
  const [namesakes] = await Promise.all([
    Promise.all(
      [...new Set(guestNames)].map(async (name) => [name, await namesakesLoader(context).load(name)] as const),
    ).then((found) => new Map(found)),
    // Load this person's companies now: only the companies of namesakes must wait for the search.
    careerCompanies([person], times, context),
  ]);
  const people = [person, ...[...namesakes.values()].flatMap((found) => found.people)];
  const companies = await careerCompanies(people, times, context);
  const { turns } = context.operation;
  const bestByActivity = new Map<string, Conversation>();
  for (const { activity, participant } of guests) {
    if (turns.isDue) await turns.take();
    const match = matchPerson(person, {
      guest: participant,
      activity,
      companies,
      ...namesakes.get(nameOfGuest(participant) ?? ''),
    });
    if (match && match.score > (bestByActivity.get(activity.id)?.score ?? 0)) {
      bestByActivity.set(activity.id, asConversation(match, { activity, participant }));
    }
  }
  return [...bestByActivity.values()];
}

const asConversation = ({ confidence, score, matchedOn, evidence }: Match, { activity, participant }: Guest) => ({
  node: asActivityNode(activity),
  participant: { ...participant, activity },
  startedAt: activity.startedAt?.getTime() ?? 0,
  confidence,
  score,
  matchedOn,
  evidence,
});
