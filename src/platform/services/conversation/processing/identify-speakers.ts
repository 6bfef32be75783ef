import { v5 } from 'uuid';
import { hasBlockedFor, unblock } from '../../../../infrastructure/fairness/blocking-time.ts';
import type { Db } from '../../../database/open-database.ts';
import { comparableText, findMemberIn } from '../../../../tools/conversation/team-members.ts';
import type { ParticipantRecord } from '../store/store-activities.ts';
import { parseSpeakerLabel } from './transcription/speaker-labels.ts';

export interface TeamUser {
  id: string;
  name: string | null;
  email: string | null;
}

/** Loads the team, because a speaker label can be the name or email address of a team member. */
export const loadTeam = (db: Db, organizationId: string): Promise<TeamUser[]> =>
  db
    .selectFrom('convo_users')
    .select(['id', 'name', 'email'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();

/** Returns the labels that always name a speaker. */
export const knownLabelsOf = (team: readonly TeamUser[]) =>
  team.flatMap(({ name, email }) => [name, email].filter(isText));

const isText = (text: string | null): text is string => text !== null && text !== '';

/** Milliseconds after which other work gets a turn. */
const maxBlockMs = 10;

const noSpeakers =
  'The recording does not name its speakers: all of it is attributed to one unknown speaker, and there is no call score.';

interface IdentifiedSpeakers {
  /** The participants, with the host first. */
  participants: ParticipantRecord[];
  warnings: string[];
  participantIdOf(speaker: string | null): string | null;
}

/**
 * Returns the host, then the speakers in order of appearance. A speaker whose label has the name or email address of
 * exactly one team member is that user; all others have an unknown affiliation. Without any labels, everything is
 * attributed to one unknown participant, with a warning. Every attempt yields the same ids.
 */
export async function identifySpeakers(
  speakers: readonly (string | null)[],
  { activityId, hostUserId, team }: { activityId: string; hostUserId: string | null; team: readonly TeamUser[] },
): Promise<IdentifiedSpeakers> {
  const participants = new Map<string, ParticipantRecord>();
  const idOfSpeaker = new Map<string, string>();
  const add = (participant: Omit<ParticipantRecord, 'id'>, identity: string) => {
    const id = v5(identity, activityId);
    if (!participants.has(id)) participants.set(id, { ...participant, id });
    return id;
  };
  const addUser = ({ id, name, email }: TeamUser) =>
    add({ name, email, affiliation: 'internal', user_id: id }, `user ${id}`);

  const findMember = findMemberIn(team);
  const host = team.find(({ id }) => id === hostUserId);
  if (host) addUser(host);
  for (const speaker of speakers) {
    const speakerName = comparableText(speaker);
    if (speaker === null || idOfSpeaker.has(speakerName)) continue;
    if (hasBlockedFor(maxBlockMs)) await unblock();
    const contact = parseSpeakerLabel(speaker);
    const user = findMember(contact);
    const id = user ? addUser(user) : add({ ...contact, affiliation: 'unknown' }, `speaker ${speakerName}`);
    idOfSpeaker.set(speakerName, id);
  }
  const unknownId = speakers.every((speaker) => speaker === null)
    ? add({ name: null, affiliation: 'unknown' }, 'unknown speaker')
    : null;
  return {
    participants: [...participants.values()],
    warnings: unknownId === null ? [] : [noSpeakers],
    participantIdOf: (speaker) => (speaker === null ? unknownId : (idOfSpeaker.get(comparableText(speaker)) ?? null)),
  };
}
