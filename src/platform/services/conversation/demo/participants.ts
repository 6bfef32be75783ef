import type { ParticipantRecord } from '../store/store-participants.ts';
import type { Deal } from './deals.ts';
import { demoId } from './demo-id.ts';
import type { Voice } from './scenes.ts';
import type { Slot } from './schedule.ts';

/** Participants have an id for each activity they take part in. */
export const participantId = (activity: number, voice: Voice) => demoId(`activity ${activity} participant ${voice}`);

/** Those of the deal who are present, the host first. */
export function participantsOf(
  { number }: Slot,
  { host, colleague, guest, partner, phone }: Deal,
  present: ReadonlySet<Voice>,
): Map<Voice, ParticipantRecord> {
  const all: Record<Voice, Omit<ParticipantRecord, 'id'>> = {
    H: { name: host.name, email: host.email, affiliation: 'internal', user_id: host.id },
    G: { name: guest.name, email: guest.email, phone, affiliation: 'external' },
    C: { name: colleague.name, email: colleague.email, affiliation: 'internal', user_id: colleague.id },
    P: { name: partner.name, email: partner.email, affiliation: 'external' },
  };
  return new Map(
    (['H', 'G', 'C', 'P'] as const)
      .filter((voice) => present.has(voice))
      .map((voice) => [voice, { ...all[voice], id: participantId(number, voice) }]),
  );
}
