import { type Random, randomFrom } from '../../talent/demo/random.ts';
import { randomOf } from './chance.ts';
import { type DemoActivity, inventConversation, inventRunning } from './conversations.ts';
import { type Deal, inventDeal } from './deals.ts';
import { findGuests, type Guest } from './guests.ts';
import { inventMessage } from './messages.ts';
import { planSlots, type Slot } from './schedule.ts';
import { hostOf, type Subject } from './team.ts';

export interface InventedActivity {
  activity: DemoActivity;
  number: number;
  /** First name of whom they talk to. */
  guest: string;
}

/** Slots between two conversations with the same people. */
const slotsApart = 8;
const messageReach = 25;

/** All activities, oldest first; what is said in one does not depend on how the others fall. */
export function inventActivities(now: Date): InventedActivity[] {
  const random = randomFrom(11);
  const guests = findGuests(now);
  const deals: Deal[] = [];
  const messages = { sms: 0, voice: 0 };

  return planSlots(randomFrom(12), now).map((slot) => {
    const own = randomOf(slot.number);
    if (slot.kind === 'sms' || slot.kind === 'voice') {
      const deal = recentDeal(random, deals, slot);
      const activity = inventMessage(own, { slot, deal, type: slot.kind, before: messages[slot.kind]++ });
      return { activity, number: slot.number, guest: deal.guest.given };
    }
    const subject = slot.kind === 'in progress' ? (subjects[slot.number % subjects.length] ?? 'sales') : slot.kind;
    const deal = nextDeal(random, { deals, guests, subject, slot });
    const invent = slot.kind === 'in progress' ? inventRunning : inventConversation;
    const activity = invent(own, { slot, deal });
    deal.left -= 1;
    deal.lastSlot = slot.number;
    return { activity, number: slot.number, guest: deal.guest.given };
  });
}

const subjects: readonly Subject[] = ['sales', 'recruiting', 'investor'];

interface DealOptions {
  deals: Deal[];
  guests: Record<Subject, Guest[]>;
  subject: Subject;
  slot: Slot;
}

/** One that is to go on, or a new one. */
function nextDeal(random: Random, { deals, guests, subject, slot }: DealOptions): Deal {
  const open = deals.find(
    (deal) => deal.subject === subject && deal.left > 0 && slot.number - deal.lastSlot >= slotsApart,
  );
  const goesOn = random.chance(60);
  if (open && goesOn) return open;
  const number = deals.length + 1;
  const guest = takeGuest(guests[subject], slot);
  const host = hostOf(subject, deals.filter((deal) => deal.subject === subject).length);
  const deal = inventDeal(randomOf(-number), { number, subject, host, guest, slot: slot.number });
  deals.push(deal);
  return deal;
}

/** The first one about whom a signal was discovered by then; where there is none, somebody about whom there will be. */
function takeGuest(guests: Guest[], { startedAt }: Slot): Guest {
  const known = guests.findIndex(({ knownSince }) => knownSince < startedAt.getTime());
  const [guest] = guests.splice(Math.max(0, known), 1);
  if (!guest) throw new RangeError('There are too few people to talk to.');
  return guest;
}

function recentDeal(random: Random, deals: readonly Deal[], { number }: Slot): Deal {
  const recent = deals.filter(({ lastSlot }) => number - lastSlot <= messageReach);
  return random.pick(recent.length > 0 ? recent : deals);
}
