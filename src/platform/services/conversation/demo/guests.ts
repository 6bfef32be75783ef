import { makeDemoData } from '../../talent/demo/demo-data.ts';
import { inventName } from '../../talent/demo/cultures.ts';
import type { Random } from '../../talent/demo/random.ts';
import type { SignalRecord } from '../../talent/store/store-signals.ts';
import type { Subject } from './team.ts';

/** Somebody outside the team. Those of the talent demo are met after a signal about them was discovered. */
export interface Guest {
  name: string;
  given: string;
  title: string;
  company: string;
  /** Completes "We build …"; empty where nobody says it. */
  product: string;
  industry: string;
  city: string;
  email: string;
  /** When the signal was discovered that made the team call. */
  knownSince: number;
}

/** The people of the talent demo begin with the same ones, however many there are. */
const peopleLookedAt = 500;

/** Ventures whose customers are companies, and save time with what they buy. */
const investedIn = new Set([
  'Artificial Intelligence',
  'Climate Tech',
  'Cybersecurity',
  'Developer Tools',
  'E-commerce',
  'Enterprise Software',
  'Fintech',
  'Health Tech',
  'Logistics',
  'Robotics',
]);

/** Who can be met about each subject, in the order of the talent demo. Nobody is met about two. */
export function findGuests(now: Date): Record<Subject, Guest[]> {
  const { signals } = makeDemoData({ now, people: peopleLookedAt });
  const taken = new Set<string>();
  const guests: Record<Subject, Guest[]> = { sales: [], recruiting: [], investor: [] };
  for (const signal of signals) {
    const subject = subjectOf(signal);
    const guest = guestOf(signal);
    if (!subject || !guest || taken.has(guest.name)) continue;
    taken.add(guest.name);
    guests[subject].push(guest);
  }
  return guests;
}

function subjectOf({ type, experiences, industry, customer_focus: focus }: SignalRecord): Subject | undefined {
  const [job] = experiences ?? [];
  const title = job?.title ?? '';
  if (job?.company_name == null || job.company_name === 'Stealth') return undefined;
  if (type === 'New Company') {
    return focus === 'B2B' && investedIn.has(industry ?? '') && /C[EO]O$/.test(title) ? 'investor' : undefined;
  }
  if (/Founder|Partner|Investment|Principal$/.test(title)) return undefined;
  if (type === 'Left Position') {
    return /Senior|Lead|Manager|Head|Director|VP|Chief/.test(title) ? 'recruiting' : undefined;
  }
  const isHired = type === 'New Position' || type === 'Promoted';
  return isHired && /Head|Director|VP|Chief/.test(title) ? 'sales' : undefined;
}

function guestOf({ full_name: name, experiences, city, industry, discovered_at: discoveredAt }: SignalRecord) {
  const [job] = experiences ?? [];
  if (name == null || job?.company_name == null) return undefined;
  const company = job.company_name;
  return {
    name,
    given: name.split(' ')[0] ?? name,
    title: job.title ?? '',
    company,
    product: job.description?.match(/ builds (.*)\.$/)?.[1] ?? '',
    industry: industry ?? '',
    city: city ?? '',
    email: emailOf(name, `${slug(company)}.example`),
    knownSince: new Date(discoveredAt).getTime(),
  };
}

/** A colleague of a guest, of whom nothing but the name is known. */
export function inventColleague(random: Random, { company, email }: Guest): { name: string; email: string } {
  const { given, family } = inventName(random, random.pick(['man', 'woman'] as const));
  const name = `${given} ${family}`;
  return { name, email: emailOf(name, email.split('@')[1] ?? `${slug(company)}.example`) };
}

const emailOf = (name: string, domain: string) => `${slug(name).replaceAll('-', '.')}@${domain}`;

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[łøıßæð]/g, (letter) => unaccented[letter] ?? '')
    .normalize('NFD')
    .replace(/[^a-z0-9 -]/g, '')
    .trim()
    .replace(/[ -]+/g, '-');

const unaccented: Record<string, string> = { ł: 'l', ø: 'o', ı: 'i', ß: 'ss', æ: 'ae', ð: 'd' };
