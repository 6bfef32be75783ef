import type { GraphQLResolveInfo } from 'graphql';
import type { ActivityRecord, ParticipantRecord } from '../../../connector/conversation/records.ts';
import { builder } from '../../core/builder.ts';
import type { GraphContext } from '../../core/context.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import { idOnly, selectsOnly } from '../../core/selection.ts';
import { type ActivityNode, findActivity, scanCalls } from './activity-scan.ts';
import { userField } from '../team/user.ts';
import { Affiliation } from '../vocabulary.ts';

export const Participant = builder.objectRef<ParticipantRecord>('Participant').implement({
  description:
    'A person who took part in an activity, from the team or from outside. If the activity cannot be found, only `id` is known.',
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description: 'ID of the participant in the conversation service; not the ID of a user.',
    }),
    name: t.exposeString('name', { description: 'Full name; null if unknown.' }),
    email: t.expose('email', { type: 'EmailAddress', description: 'Email address; null if unknown.' }),
    phone: t.exposeString('phone', { description: 'Phone number as the service formats it; null if unknown.' }),
    affiliation: t.field({
      type: Affiliation,
      nullable: false,
      description: 'Whether the participant belongs to the team.',
      resolve: ({ affiliation }) => affiliation ?? 'unknown',
    }),
    user: t.field(
      userField(
        'The participant as a user; null for people from outside the team.',
        ({ userId }: ParticipantRecord) => userId,
      ),
    ),
  }),
});

/** End of the description of a field that leads to a participant. */
export const participantCost =
  'Fields other than `id` cost the scan described at `Query.activity`; they stay unknown if the activity is older than `ACTIVITY_HORIZON_DAYS` (730 unless configured).';

/** A participant of whom only the id is known. */
export const unknownParticipant = (id: string): ParticipantRecord => ({
  id,
  name: null,
  email: null,
  phone: null,
  affiliation: null,
  userId: null,
});

/** The participant with an id; only the id is known if the activity was not found. */
export const participantOf = (record: ActivityRecord | null, id: string): ParticipantRecord =>
  record?.participants.find((participant) => participant.id === id) ?? unknownParticipant(id);

/** The participant that an output refers to; the activity is only looked up if more than the id is selected. */
export async function participantEdge(
  { activity, participantId }: { activity: ActivityNode; participantId: string | null },
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<ParticipantRecord | null> {
  if (participantId === null) return null;
  if (!activity.record && selectsOnly(info, idOnly)) return unknownParticipant(participantId);
  return participantOf(await findActivity(activity, context), participantId);
}

/** A field of an output that leads to a participant of its activity. */
export const participantField = <Parent extends { activity: ActivityNode }>(
  description: string,
  participantIdOf: (parent: Parent) => string | null,
) => ({
  type: Participant,
  extensions: toolCalls({ batched: [{ ...scanCalls, unlessOnly: idOnly }] }),
  description: `${description} ${participantCost}`,
  resolve: (parent: Parent, _: unknown, context: GraphContext, info: GraphQLResolveInfo) =>
    participantEdge({ activity: parent.activity, participantId: participantIdOf(parent) }, context, info),
});
