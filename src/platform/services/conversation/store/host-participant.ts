import { comparableText } from '../../../../tools/conversation/team-members.ts';
import type { Db } from '../../../database/open-database.ts';
import type { Conversation } from '../analysis/conversation.ts';

interface ParticipantWithId {
  id: string;
  name?: string | null | undefined;
  email?: string | null | undefined;
  user_id?: string | null | undefined;
}

const anonymousLabel = /^(?:(?:speaker|spk|voice|channel|caller|participant|person)[ _-]*)?(?:\d+|[a-z])$/i;

/** Whether a participant has only a label such as "Speaker 1" or "B", which only tells speakers apart. */
const isAnonymous = ({ name, email }: ParticipantWithId) =>
  email == null && (name == null || anonymousLabel.test(name.trim()));

/**
 * Finds the participant with the host's user id, otherwise the only participant without a user id who has the host's
 * email address or name. Returns null if no participant is the host, and undefined if the activity has no host or an
 * anonymous speaker may be the host.
 */
export async function hostParticipantId(
  db: Db,
  {
    hostUserId,
    participants,
    segments,
  }: Pick<Conversation, 'segments'> & {
    hostUserId: string | null | undefined;
    participants: readonly ParticipantWithId[];
  },
): Promise<string | null | undefined> {
  if (hostUserId == null) return undefined;
  const hostId =
    participants.find(({ user_id: userId }) => userId === hostUserId)?.id ??
    (await findByContact(db, { hostUserId, participants }));
  const speaking = new Set<string | null>(segments.flatMap(({ participant_id: id }) => id ?? []));
  const mayBeHost = (participant: ParticipantWithId) =>
    participant.user_id == null && speaking.has(participant.id) && isAnonymous(participant);
  return !speaking.has(hostId) && participants.some(mayBeHost) ? undefined : hostId;
}

async function findByContact(
  db: Db,
  { hostUserId, participants }: { hostUserId: string; participants: readonly ParticipantWithId[] },
): Promise<string | null> {
  const host = await db
    .selectFrom('convo_users')
    .select(['email', 'name'])
    .where('id', '=', hostUserId)
    .executeTakeFirst();
  const unlinked = participants.filter((participant) => participant.user_id == null);
  for (const field of ['email', 'name'] as const) {
    const value = comparableText(host?.[field]);
    const [match, ...others] = unlinked.filter(
      (participant) => value !== '' && comparableText(participant[field]) === value,
    );
    if (match && others.length === 0) return match.id;
  }
  return null;
}
