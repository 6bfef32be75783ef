import type { GraphQLResolveInfo } from 'graphql';
import type { ActivityRecord, ParticipantRecord } from '../../../tools/conversation/activity.ts';
import { builder } from '../../core/builder.ts';
import type { GraphContext } from '../../core/context.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { oncePer } from '../../core/loader.ts';
import { idOnly, selectsOnly } from '../../core/selection.ts';
import { type ActivityNode, findActivity, scanCalls } from './activity-loader.ts';
import { userField } from '../team/user.ts';
import { Affiliation } from '../vocabulary.ts';
import { personalDataTag } from '../../federation/tags.ts';

export interface ParticipantNode extends ParticipantRecord {
  /** The record of the activity; null if not found, so that only the id of the participant is known. */
  activity: ActivityRecord | null;
}

export const Participant = builder.objectRef<ParticipantNode>('Participant').implement({
  description:
    'A person who took part in an activity, from the team or from outside. Only `id` is known if the activity cannot be found.',
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description: 'ID of the participant within the conversation service. It differs from `User.id`.',
    }),
    name: t.exposeString('name', { description: 'Full name; null if unknown.' }),
    email: t.expose('email', {
      type: 'EmailAddress',
      tag: personalDataTag,
      description: 'Email address; null if unknown.',
    }),
    phone: t.exposeString('phone', {
      tag: personalDataTag,
      description: 'Phone number as text; its format depends on the service. Null if unknown.',
    }),
    affiliation: t.field({
      type: Affiliation,
      nullable: false,
      description: 'Whether the participant is from the team or from outside.',
      resolve: ({ affiliation }) => affiliation ?? 'unknown',
    }),
    user: t.field(
      userField("The participant's user account on the team; null for people from outside the team.", 'userId'),
    ),
  }),
});

export const participantCost =
  'Selecting more than `id` runs the scan described at `Query.activity`; only `id` is known if the activity is older than `ACTIVITY_HORIZON_DAYS` (730 by default).';

export const unknownParticipant = (id: string): ParticipantNode => ({
  id,
  name: null,
  email: null,
  phone: null,
  affiliation: null,
  userId: null,
  activity: null,
});

export const participantsOf = oncePer((activity: ActivityRecord): ParticipantNode[] =>
  activity.participants.map((participant) => ({ ...participant, activity })),
);

/** The map is cached: a transcript can have thousands of segments, and looks up a participant for each. */
const participantsById = oncePer(
  (activity: ActivityRecord) =>
    // A map keeps the last entry of a key: reverse the list, so that the first participant with an id wins.
    new Map(
      participantsOf(activity)
        .toReversed()
        .map((participant) => [participant.id, participant]),
    ),
);

/** If the record is null or does not list the participant, all fields but the id are null. */
export const participantOf = (record: ActivityRecord | null, id: string): ParticipantNode =>
  (record && participantsById(record).get(id)) ?? unknownParticipant(id);

/** Makes no call if only the id is selected. */
export async function loadParticipant(
  { activity, participantId }: { activity: ActivityNode; participantId: string | null },
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<ParticipantNode | null> {
  if (participantId === null) return null;
  if (!activity.record && selectsOnly(info, idOnly)) return unknownParticipant(participantId);
  return participantOf(await findActivity(activity, context), participantId);
}

/** Defines a field of an output that returns a participant of the output's activity; `key` holds the id. */
export const participantField = <Key extends string>(description: string, key: Key) => ({
  type: Participant,
  extensions: toolCalls({ batched: [{ ...scanCalls, unlessOnly: idOnly }] }),
  description: `${description} ${participantCost}`,
  resolve: (
    parent: { activity: ActivityNode } & Record<Key, string | null>,
    _: unknown,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ) => loadParticipant({ activity: parent.activity, participantId: parent[key] }, context, info),
});
