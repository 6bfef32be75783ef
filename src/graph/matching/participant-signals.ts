import type { SignalRecord } from '../../tools/talent/signal.ts';
import { bothReadScopes, talentSource } from '../../operation/type-source.ts';
import { toolCalls } from '../../operation/cost/call-cost.ts';
import { builder } from '../core/builder.ts';
import type { GraphContext } from '../core/context.ts';
import { Participant, type ParticipantNode } from '../conversation/activity/participant.ts';
import { connectionType, edgeType } from '../pagination/connection.ts';
import { Signal } from '../talent/signal/signal.ts';
import { isGuest, matchGuest } from './rules/match.ts';
import { addMatchFields, matchArguments, type MatchFields, matchPage } from './match-connection.ts';
import { careerCalls, careerCompanies, peopleNamed, signalsByNameLoader } from './namesakes.ts';
import { parsePersonName } from './rules/person-name.ts';

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
      ...toolCalls({ atMostPerObject: ['signals_list'], batched: [careerCalls] }),
      ...bothReadScopes,
    },
    description:
      'Signals of the person that this guest is, best score first, then newest, including those that the caller has screened. Guests and signals have no key in common, so they are matched by name and company, as described at `MatchConfidence`. Empty for members of the team, and for guests without a name of at least two words. Costs one `signals_list` call per distinct name, which finds the newest 100 signals with the name as written, without nicknames; and one `companies_list` call per 100 companies in the careers of these people.',
    args: matchArguments(t.arg),
    resolve: (participant, page, context) => {
      const { id, activity } = participant;
      const scope = {
        field: 'signals',
        arguments: { activity: activity?.id ?? null, participant: id, minConfidence: page.minConfidence },
      };
      return matchPage(
        { scope, page, sortKeyOf: ({ score, node }) => [score, node.discoveredAt?.getTime() ?? 0, node.id] },
        () => loadSignals(participant, context),
      );
    },
  }),
);

async function loadSignals(guest: ParticipantNode, context: GraphContext): Promise<MatchedSignal[]> {
  const { activity, name } = guest;
  if (!activity || name === null || !isGuest(guest) || !parsePersonName(name)) return [];
  const people = peopleNamed([name], await signalsByNameLoader(context).load(name));
  const companies = await careerCompanies(people, [activity.startedAt], context);
  return matchGuest({ guest, activity, people, companies }).flatMap(({ person, ...match }) =>
    person.signals.map((node) => ({ ...match, node })),
  );
}
