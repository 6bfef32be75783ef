import { demoUsers } from '../../talent/demo/users.ts';
import type { OrganizationRecord } from '../store/store-organization.ts';
import { userIdOf } from '../team/user-id.ts';
import { demoId } from './demo-id.ts';

export const demoOrganization = {
  name: 'Larkfield Partners',
  crm_integration: 'hubspot',
  calendar_type: 'google',
  address: "18 Weaver's Quay, Dublin, Ireland",
} as const satisfies OrganizationRecord;

/** How they call themselves on the phone. */
export const organizationName = 'Larkfield';

/** What a conversation is about; every kind has its own people. */
export type Subject = 'sales' | 'recruiting' | 'investor';

export interface TeamMember {
  id: string;
  name: string;
  given: string;
  email: string;
  status: 'active' | 'invited';
  team: 'Client Partnerships' | 'Founders and Talent';
  role: 'Owner' | 'Admin' | 'Manager' | 'Member';
  /** How often they host conversations about a subject, against the others. */
  hosts: Partial<Record<Subject, number>>;
}

type Place = Pick<TeamMember, 'team' | 'role' | 'hosts'> & Partial<Pick<TeamMember, 'status'>>;

const clients = 'Client Partnerships';
const founders = 'Founders and Talent';

/** The five who are in the talent demo too; the development identity stands for the first. */
const placesOfKnown: Record<(typeof demoUsers)[number]['id'], Place> = {
  usr_demo: { team: founders, role: 'Manager', hosts: { recruiting: 3, investor: 4 } },
  usr_amara: { team: founders, role: 'Owner', hosts: { investor: 3 } },
  usr_jonas: { team: founders, role: 'Member', hosts: { recruiting: 4, investor: 1 } },
  usr_mei: { team: clients, role: 'Admin', hosts: { sales: 1 } },
  usr_tomas: { team: clients, role: 'Manager', hosts: { sales: 2 } },
};

const others: (Place & { name: string })[] = [
  { name: 'Ines Calderwood', team: clients, role: 'Member', hosts: { sales: 4 } },
  { name: 'Hugo Marchbank', team: clients, role: 'Member', hosts: { sales: 4 } },
  { name: 'Petra Lindqvale', team: clients, role: 'Member', hosts: { sales: 3 } },
  { name: 'Noor Vantongeren', team: clients, role: 'Member', hosts: { sales: 3 } },
  { name: 'Lucia Ferrandale', team: founders, role: 'Member', hosts: { recruiting: 4 } },
  { name: 'Silas Okonreed', team: founders, role: 'Member', hosts: { recruiting: 3, investor: 2 } },
  { name: 'Dag Overbyrne', team: clients, role: 'Member', hosts: {}, status: 'invited' },
];

const firstName = (name: string) => name.split(' ')[0] ?? name;

const known = demoUsers.map(({ id, name, email }) => ({
  ...placesOfKnown[id],
  id: id === 'usr_demo' ? userIdOf('demo') : demoId(`user ${name}`),
  name,
  email,
}));

const added = others.map((member) => ({
  ...member,
  id: demoId(`user ${member.name}`),
  email: `${member.name.toLowerCase().replace(' ', '.')}@example.com`,
}));

/** Twelve people in two teams. All are invented. */
export const teamMembers: readonly TeamMember[] = [...known, ...added].map((member) => ({
  status: 'active',
  ...member,
  given: firstName(member.name),
}));

export const managerOf = ({ team }: TeamMember) =>
  teamMembers.find((member) => member.team === team && member.role === 'Manager');

/** Hosts take turns, each as often as their share says. */
export function hostOf(subject: Subject, turn: number): TeamMember {
  const turns = teamMembers
    .flatMap((member) => {
      const share = member.hosts[subject] ?? 0;
      return Array.from({ length: share }, (_, index) => ({ member, at: (index + 0.5) / share }));
    })
    .toSorted((a, b) => a.at - b.at);
  const next = turns[turn % turns.length];
  if (!next) throw new RangeError(`Nobody hosts conversations about ${subject}.`);
  return next.member;
}
