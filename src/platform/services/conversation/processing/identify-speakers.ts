import { v5 } from 'uuid';
import type { Db } from '../../../database/open-database.ts';
import type { ParticipantRecord } from '../store/store-participants.ts';

interface TeamUser {
  id: string;
  name: string | null;
  email: string | null;
}

/** Who of an organization may be named in a transcript. */
export const teamOf = (db: Db, organizationId: string): Promise<TeamUser[]> =>
  db
    .selectFrom('convo_users')
    .select(['id', 'name', 'email'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();

export const namesOf = (team: readonly TeamUser[]) => team.flatMap(({ name, email }) => [name, email].filter(isText));

const isText = (text: string | null): text is string => text !== null && text !== '';
const folded = (name: string) => name.replace(/\s+/g, ' ').trim().toLowerCase();

const speakersUnknown =
  'The recording names no speakers: everything is attributed to one unknown speaker, and there is no call score.';

/** Everybody who took part, and who each speaker is among them. */
export interface Cast {
  participants: ParticipantRecord[];
  /** What the owner of the recording should know about the speakers. */
  warnings: string[];
  participantIdOf(speaker: string | null): string | null;
}

/**
 * Finds out who took part: the host first, then the speakers in their order. A speaker who bears the name or the email
 * address of exactly one user of the team is that user. Where no speaker is named, everything was said by one unknown
 * participant, with a warning. The same speakers get the same ids whenever this is asked.
 */
export function castOf(
  speakers: readonly (string | null)[],
  { activityId, hostUserId, team }: { activityId: string; hostUserId: string | null; team: readonly TeamUser[] },
): Cast {
  const participants = new Map<string, ParticipantRecord>();
  const idOfSpeaker = new Map<string, string>();
  const take = (participant: Omit<ParticipantRecord, 'id'>, identity: string) => {
    const id = v5(identity, activityId);
    if (!participants.has(id)) participants.set(id, { ...participant, id });
    return id;
  };
  const takeUser = ({ id, name, email }: TeamUser) =>
    take({ name, email, affiliation: 'internal', user_id: id }, `user ${id}`);

  const host = team.find(({ id }) => id === hostUserId);
  if (host) takeUser(host);
  for (const speaker of speakers) {
    if (speaker === null || idOfSpeaker.has(folded(speaker))) continue;
    const [user, ...others] = team.filter(({ name, email }) =>
      [name, email].some((known) => isText(known) && folded(known) === folded(speaker)),
    );
    const isKnown = user !== undefined && others.length === 0;
    const id = isKnown ? takeUser(user) : take({ name: speaker, affiliation: 'unknown' }, `speaker ${folded(speaker)}`);
    idOfSpeaker.set(folded(speaker), id);
  }
  const unknownId = speakers.every((speaker) => speaker === null)
    ? take({ name: null, affiliation: 'unknown' }, 'unknown speaker')
    : null;
  return {
    participants: [...participants.values()],
    warnings: unknownId === null ? [] : [speakersUnknown],
    participantIdOf: (speaker) => (speaker === null ? unknownId : (idOfSpeaker.get(folded(speaker)) ?? null)),
  };
}
