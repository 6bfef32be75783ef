import type { Random } from '../../talent/demo/random.ts';
import type { Segment } from '../analysis/conversation.ts';
import type { ParticipantRecord } from '../store/store-participants.ts';
import type { ActivityRecord } from '../store/store-activities.ts';
import type { Deal } from './deals.ts';
import { demoId } from './demo-id.ts';
import { inventDialogue } from './dialogue.ts';
import { inventDates } from './facts.ts';
import { participantsOf } from './participants.ts';
import type { Slot } from './schedule.ts';
import type { Voice } from './scenes.ts';
import type { Subject } from './team.ts';
import { inTime } from './timing.ts';

/** An activity as it was before it was analysed. */
export type DemoActivity = ActivityRecord & { segments: Segment[]; participants: ParticipantRecord[] };

/** A completed call or meeting. */
export function inventConversation(random: Random, { slot, deal }: { slot: Slot; deal: Deal }): DemoActivity {
  const isFirst = deal.played.size === 0;
  const type = random.chance(isFirst ? 45 : 55) ? 'meeting' : 'call';
  const present = presentVoices(random, { type, subject: deal.subject });
  const participants = participantsOf(slot, deal, present);
  const said = inventDialogue(random, {
    subject: deal.subject,
    type,
    present,
    facts: { ...deal.facts, ...inventDates(random, deal.subject) },
    played: deal.played,
    length: inventLength(random, type, isFirst),
  });
  const ids = new Map([...participants].map(([voice, { id }]) => [voice, id]));
  const segments = inTime(random, said, ids);
  const durationMs = (segments.at(-1)?.end_ms ?? 0) + random.int(300, 2500);
  const completedAt = slot.startedAt.getTime() + durationMs;
  return {
    id: demoId(`activity ${slot.number}`),
    type,
    status: 'completed',
    title: titleOf(deal, isFirst),
    started_at: slot.startedAt.toISOString(),
    completed_at: new Date(completedAt).toISOString(),
    // The time it took to process it.
    updated_at: new Date(completedAt + random.int(60, 600) * 1000).toISOString(),
    duration_ms: durationMs,
    language: 'en_GB',
    provider: type === 'call' ? 'dialer' : random.pick(['zoom', 'google_meet', 'teams']),
    host_user_id: deal.host.id,
    participants: [...participants.values()],
    ...deal.crm,
    segments,
  };
}

function presentVoices(random: Random, { type, subject }: { type: 'call' | 'meeting'; subject: Subject }): Set<Voice> {
  const present = new Set<Voice>(['H', 'G']);
  if (type === 'meeting' && random.chance(45)) present.add('C');
  // Nobody brings a colleague when it is about leaving.
  if (type === 'meeting' && subject !== 'recruiting' && random.chance(35)) present.add('P');
  return present;
}

function inventLength(random: Random, type: 'call' | 'meeting', isFirst: boolean): number {
  if (!isFirst) return random.int(20, 50);
  return type === 'call'
    ? random.int(25, 60)
    : random.weighted([
        [60, random.int(40, 75)],
        [40, random.int(76, 104)],
      ]);
}

const names: Record<Subject, { first: string; later: string }> = {
  sales: { first: 'Radar for', later: 'Radar follow-up with' },
  recruiting: { first: 'First talk with', later: 'Offer talk with' },
  investor: { first: 'Founder talk with', later: 'Follow-up with' },
};

function titleOf({ subject, guest }: Deal, isFirst: boolean): string {
  const about = names[subject][isFirst ? 'first' : 'later'];
  const whom = subject === 'recruiting' ? `${guest.name}, ${guest.title}` : guest.company;
  return `${about} ${whom}`;
}

/** A call or meeting that goes on: nobody knows yet what is said in it. */
export function inventRunning(random: Random, { slot, deal }: { slot: Slot; deal: Deal }): DemoActivity {
  const isFirst = deal.played.size === 0;
  const type = random.pick(['call', 'meeting'] as const);
  return {
    id: demoId(`activity ${slot.number}`),
    type,
    status: 'in-progress',
    title: titleOf(deal, isFirst),
    started_at: slot.startedAt.toISOString(),
    updated_at: slot.startedAt.toISOString(),
    language: 'en_GB',
    provider: type === 'call' ? 'dialer' : 'zoom',
    host_user_id: deal.host.id,
    participants: [...participantsOf(slot, deal, new Set(['H', 'G'])).values()],
    ...deal.crm,
    segments: [],
  };
}
