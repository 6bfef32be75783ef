import type { ActivityRecord, ParticipantRecord } from '../../tools/conversation/activity.ts';
import { findMemberIn } from '../../tools/conversation/team-members.ts';
import { affiliations } from '../../tools/conversation/vocabulary.ts';
import { ToolError } from '../../tools/errors/tool-error.ts';
import type { GraphContext } from '../core/context.ts';
import { oncePer, singletonLoader } from '../core/loader.ts';
import { teamLoader } from '../conversation/team/user.ts';
import { mayBeGuest } from './rules/match.ts';

/** `users_list` is called only for participants whose affiliation is unknown. */
export const guestCalls = { tool: 'users_list' };

const memberLoader = singletonLoader(async (context) => {
  const team = await teamLoader(context)
    .load()
    .catch((error: unknown) => {
      // If the platform lacks `users_list`, only affiliations and accounts decide who is a guest.
      if (error instanceof ToolError && error.code === 'NOT_SUPPORTED') return new Map<never, never>();
      throw error;
    });
  return findMemberIn([...team.values()]);
});

/**
 * Returns a function that tells whether a participant of these activities is a guest: a person from outside the team,
 * without an account. If the affiliation is unknown, the email address and name must not be those of a team member.
 */
export async function guestsAmong(
  activities: readonly ActivityRecord[],
  context: GraphContext,
): Promise<(participant: ParticipantRecord) => boolean> {
  if (!activities.some(hasUncertain)) return mayBeGuest;
  const findMember = await memberLoader(context).load();
  return (participant) => mayBeGuest(participant) && !(isUncertain(participant) && findMember(participant));
}

const isUncertain = (participant: ParticipantRecord) =>
  mayBeGuest(participant) && participant.affiliation !== affiliations.EXTERNAL;

const hasUncertain = oncePer(({ participants }: ActivityRecord) => participants.some(isUncertain));
