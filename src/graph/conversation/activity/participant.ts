import type { GraphQLResolveInfo } from 'graphql';
import type { ActivityRecord, ParticipantRecord } from '../../../connector/conversation/records.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import type { GraphContext } from '../../core/context.ts';
import { idOnly, selectsOnly } from '../../core/selection.ts';
import { type ActivityNode, findActivity } from './activity-scan.ts';
import { User, userEdge, userEdgeCalls } from '../team/user.ts';
import { Affiliation } from '../vocabulary.ts';

export const Participant = builder.objectRef<ParticipantRecord>('Participant').implement({
  description: 'Somebody who took part in an activity.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Id within the conversation service.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    email: t.expose('email', { type: 'EmailAddress', description: 'Address.' }),
    phone: t.exposeString('phone', { description: 'Telephone number.' }),
    affiliation: t.field({
      type: Affiliation,
      nullable: false,
      description: 'Which side they are on.',
      resolve: ({ affiliation }) => affiliation ?? 'unknown',
    }),
    user: t.field({
      type: User,
      extensions: toolCalls({ shared: [userEdgeCalls] }),
      description:
        'The member of the team; null for others. Further fields than id cost the one users_list of the operation.',
      resolve: ({ userId }, _, context, info) => userEdge(userId, context, info),
    }),
  }),
});

/** Somebody of whom only the id is known. */
export const unknownParticipant = (id: string): ParticipantRecord => ({
  id,
  name: null,
  email: null,
  phone: null,
  affiliation: null,
  userId: null,
});

/** Of an activity that is not found only the ids of those who took part are known. */
export const participantOf = (record: ActivityRecord | null, id: string): ParticipantRecord =>
  record?.participants.find((participant) => participant.id === id) ?? unknownParticipant(id);

/** The participant of an output: the id alone costs nothing, more needs the activity itself. */
export async function participantEdge(
  { activity, participantId }: { activity: ActivityNode; participantId: string | null },
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<ParticipantRecord | null> {
  if (participantId === null) return null;
  if (!activity.record && selectsOnly(info, idOnly)) return unknownParticipant(participantId);
  return participantOf(await findActivity(activity, context), participantId);
}
