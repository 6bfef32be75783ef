import type { Random } from '../../talent/demo/random.ts';
import { type Facts, inventFacts } from './facts.ts';
import { type Guest, inventColleague } from './guests.ts';
import { organizationName, type Subject, type TeamMember, teamMembers } from './team.ts';

/** What leads to one or more conversations with somebody. */
export interface Deal {
  /** From 1. */
  number: number;
  subject: Subject;
  host: TeamMember;
  /** The host's colleague, who is there now and then. */
  colleague: TeamMember;
  guest: Guest;
  /** The guest's colleague, who is there now and then. */
  partner: { name: string; given: string; email: string };
  phone: string;
  facts: Facts;
  /** How many conversations are still to come. */
  left: number;
  /** The slot of the latest one. */
  lastSlot: number;
  /** The scenes of all conversations so far. */
  played: Set<string>;
  crm: { account_id: string | null; lead_id: string | null; opportunity_id: string | null };
}

const lengths: Record<Subject, (readonly [weight: number, conversations: number])[]> = {
  sales: [
    [30, 1],
    [40, 2],
    [30, 3],
  ],
  recruiting: [
    [50, 1],
    [50, 2],
  ],
  investor: [
    [45, 1],
    [40, 2],
    [15, 3],
  ],
};

/** Area codes with the numbers that are kept free for stories. */
const areaCodes = [202, 303, 404, 512, 617, 702, 808, 919];

export interface NewDeal {
  number: number;
  subject: Subject;
  host: TeamMember;
  guest: Guest;
  slot: number;
}

export function inventDeal(random: Random, { number, subject, host, guest, slot }: NewDeal): Deal {
  const colleague = random.pick(
    teamMembers.filter(({ id, team, status }) => id !== host.id && team === host.team && status === 'active'),
  );
  const partner = inventColleague(random, guest);
  const given = partner.name.split(' ')[0] ?? partner.name;
  const crmNumber = String(4000 + number);
  return {
    number,
    subject,
    host,
    colleague,
    guest,
    partner: { ...partner, given },
    phone: `+1 ${random.pick(areaCodes)} 555 ${String(100 + (number % 100)).padStart(4, '0')}`,
    facts: {
      ...inventFacts(random, { subject, guest }),
      we: organizationName,
      host: host.given,
      colleague: colleague.given,
      teammate: colleague.given,
      partner: given,
    },
    left: random.weighted(lengths[subject]),
    lastSlot: slot,
    played: new Set(),
    crm: {
      account_id: subject === 'sales' ? `ACC-${crmNumber}` : null,
      lead_id: subject === 'recruiting' ? `LEAD-${crmNumber}` : null,
      opportunity_id: subject === 'recruiting' ? null : `OPP-${crmNumber}`,
    },
  };
}
