import type { SignalRecord } from '../../tools/talent/signal.ts';
import { bothReadScopes, talentSource } from '../../operation/type-source.ts';
import { toolCalls } from '../../operation/cost/call-cost.ts';
import { builder } from '../core/builder.ts';
import type { GraphContext } from '../core/context.ts';
import { batchLoader, perOperation, toError } from '../core/loader.ts';
import { Participant, type ParticipantNode } from '../conversation/activity/participant.ts';
import { connectionType, edgeType } from '../pagination/connection.ts';
import { Signal } from '../talent/signal/signal.ts';
import { guestCalls, guestsAmong } from './guests.ts';
import { matchGuest, mayBeGuest } from './rules/match.ts';
import { addMatchFields, matchArguments, type MatchFields, matchPage } from './match-connection.ts';
import { careerCalls, careerCompanies, namesakeCalls, namesakesLoader } from './namesakes.ts';
import { nameOfGuest, parsePersonName } from './rules/names/person-name.ts';

interface MatchedSignal extends MatchFields {
  node: SignalRecord;
}

const Edge = edgeType<SignalRecord, MatchedSignal & { cursor: string }>('ParticipantSignalEdge', {
  node: Signal,
  description: 'A signal of a `ParticipantSignalConnection`, and how its person matches the guest.',
});
addMatchFields(Edge);

builder.objectField(Participant, 'signals', (t) =>
  t.field({
    type: connectionType(Signal, talentSource, { name: 'ParticipantSignal', edge: Edge }),
    extensions: {
      ...toolCalls({ atMostPerObject: namesakeCalls, batched: [careerCalls, guestCalls] }),
      ...bothReadScopes,
    },
    description:
      'Signals of this participant, sorted by `ParticipantSignalEdge.score` and then by `discoveredAt`, highest first, including signals that the caller has screened. Guests and signals have no key in common, so they are matched by name and company, as described at `MatchConfidence`. Empty for members of the team. Also empty for a name of fewer than two words, unless an honorific precedes the name, as in `Pak Suharyanto`, or an email address at a company spells a full name. If the service does not say who is from outside the team, one `users_list` call loads the addresses and names of the team. Costs at most two `signals_list` calls per distinct name, each for the newest 100 signals with a possible family name; and one `companies_list` call per 100 companies in the careers of the people found.',
    args: matchArguments(t.arg),
    resolve: (participant, page, context) => {
      const { id, activity } = participant;
      const scope = {
        field: 'signals',
        arguments: { activity: activity?.id ?? null, participant: id, minConfidence: page.minConfidence },
      };
      return matchPage(
        { scope, page, sortKeyOf: ({ score, node }) => [score, node.discoveredAt?.getTime() ?? 0, node.id] },
        () => guestSignalsLoader(context).load(participant),
      );
    },
  }),
);

/** Limited because all fields of a batch resume in one turn of the event loop, which blocks other requests. */
const maxBatchSize = 2_000;

const guestSignalsLoader = perOperation((context) =>
  batchLoader<ParticipantNode, MatchedSignal[]>(
    context,
    async (participants) => {
      const found = new Map<ParticipantNode, MatchedSignal[] | Error>();
      const byName = Map.groupBy(participants, (participant) =>
        mayBeGuest(participant) ? nameOfGuest(participant) : null,
      );
      await Promise.all(
        [...byName].map(async ([name, sameName]) => {
          if (name === null || !parsePersonName(name)) return;
          const matched = await matchSameName(name, sameName, context).catch(toError);
          for (const participant of sameName) {
            found.set(participant, matched instanceof Error ? matched : (matched.get(participant) ?? []));
          }
        }),
      );
      return participants.map((participant) => found.get(participant) ?? []);
    },
    { maxBatchSize },
  ),
);

/** Finds the signals of the guests among participants who share a name. */
async function matchSameName(
  name: string,
  sameName: readonly ParticipantNode[],
  context: GraphContext,
): Promise<Map<ParticipantNode, MatchedSignal[]>> {
  const found = new Map<ParticipantNode, MatchedSignal[]>();
  const activities = new Set(sameName.flatMap(({ activity }) => activity ?? []));
  const isGuest = await guestsAmong([...activities], context);
  const guests = sameName.filter((participant) => participant.activity && isGuest(participant));
  if (guests.length === 0) return found;
  const { people, isPartial } = await namesakesLoader(context).load(name);
  const { turns } = context.operation;
  if (turns.isDue) await turns.take();
  const times = [...activities].map(({ startedAt }) => startedAt);
  const companies = await careerCompanies(people, times, context);
  for (const guest of guests) {
    if (turns.isDue) await turns.take();
    const { activity } = guest;
    const matches = activity ? matchGuest({ guest, activity, people, companies, isPartial }) : [];
    found.set(
      guest,
      matches.flatMap(({ person, ...match }) => person.signals.map((node) => ({ ...match, node }))),
    );
  }
  return found;
}
