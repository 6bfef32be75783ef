import type { ActivityRecord, ParticipantRecord } from '../../../tools/conversation/activity.ts';
import { affiliations } from '../../../tools/conversation/vocabulary.ts';
import type { CompanyRecord } from '../../../tools/talent/lookup.ts';
import type { ExperienceRecord, SignalRecord } from '../../../tools/talent/signal.ts';
import { oncePer } from '../../core/loader.ts';
import { type CompanyKey, companyKeys, emailCompanyKey, isCompanyInTitle, prepareCompany } from './company-match.ts';
import { employmentAt } from './employment.ts';
import { compareNames, type PersonName, parsePersonName } from './person-name.ts';

type NameKey = 'FULL_NAME' | 'NICKNAME';
export type MatchKey = NameKey | CompanyKey;

/** One person, who can have several signals. */
export interface Person {
  /** The LinkedIn id, or the id of the only signal. */
  id: string;
  /** Never empty; a newer signal can have another name or career. */
  signals: readonly SignalRecord[];
}

export interface Match {
  person: Person;
  confidence: 'STRONG' | 'POSSIBLE';
  /** From 0 to 1. */
  score: number;
  /** A name key, then company keys. */
  matchedOn: readonly MatchKey[];
  /** A sentence for people, without email addresses. */
  evidence: string;
}

/**
 * The score of a match is that of its name key plus that of its best company key. It stays below 1, because signals and
 * guests share no identifier.
 */
export const matchScores = {
  name: { FULL_NAME: 0.4, NICKNAME: 0.3 },
  company: { COMPANY_DOMAIN: 0.55, COMPANY_LABEL: 0.5, COMPANY_IN_TITLE: 0.45 },
  /** Added if the position had ended before the conversation. */
  endedBefore: -0.1,
  /** The score is multiplied by this if several people qualify. */
  severalPeople: 0.5,
} as const;

/** Groups signals by LinkedIn id; a signal without one is a person of its own. */
export const groupByPerson = (signals: Iterable<SignalRecord>): Person[] =>
  [...Map.groupBy(signals, ({ linkedinId, id }) => linkedinId ?? id)].map(([id, ofPerson]) => ({
    id,
    signals: ofPerson,
  }));

/** Whether the participant is from outside the team: only these are compared with signals. */
export const isGuest = ({ affiliation }: ParticipantRecord): boolean => affiliation === affiliations.EXTERNAL;

/**
 * Returns the people who may be this guest of a conversation, best score first.
 *
 * - `STRONG`: name and company fit exactly one of them.
 * - `POSSIBLE`: name and company fit several, or only the name fits, and only one of them has it.
 *
 * `people` must include everyone with signals who has the name; `companies` has the companies of their careers by id.
 */
export function matchGuest({
  guest,
  activity,
  people,
  companies,
}: {
  guest: ParticipantRecord;
  activity: Pick<ActivityRecord, 'title' | 'startedAt' | 'participants'>;
  people: readonly Person[];
  companies: ReadonlyMap<string, CompanyRecord>;
}): Match[] {
  const guestName = isGuest(guest) ? parsePersonName(guest.name) : null;
  if (!guestName) return [];
  const named = people.flatMap((person) => {
    const name = personNameKey(person, guestName);
    return name ? [{ person, name, position: findPosition({ person, guest, activity, companies }) }] : [];
  });
  const qualified = named.flatMap(({ position, ...rest }) => (position ? [{ ...rest, position }] : []));
  const isAmbiguous = qualified.length > 1;
  if (qualified.length > 0) {
    return qualified
      .map(({ person, name, position }): Match => ({
        person,
        confidence: isAmbiguous ? 'POSSIBLE' : 'STRONG',
        score: rounded((matchScores.name[name.key] + position.score) * (isAmbiguous ? matchScores.severalPeople : 1)),
        matchedOn: [name.key, ...position.keys],
        evidence: companyEvidence({ name, position, isAmbiguous }),
      }))
      .toSorted((a, b) => b.score - a.score);
  }
  return named.length > 1
    ? []
    : named.map(({ person, name }) => ({
        person,
        confidence: 'POSSIBLE',
        score: matchScores.name[name.key],
        matchedOn: [name.key],
        evidence: `${name.text} is the only person with signals who has ${nameTexts[name.key]}.`,
      }));
}

interface MatchedName {
  key: NameKey;
  text: string;
}

/** Returns the best key of the names of all signals. */
function personNameKey({ signals }: Person, guestName: PersonName): MatchedName | null {
  const keys = new Map<NameKey, string>();
  for (const { fullName } of signals) {
    const name = parsePersonName(fullName);
    const key = name && compareNames(name, guestName);
    if (key && fullName && !keys.has(key)) keys.set(key, fullName);
  }
  for (const key of ['FULL_NAME', 'NICKNAME'] as const) {
    const text = keys.get(key);
    if (text !== undefined) return { key, text };
  }
  return null;
}

interface MatchedPosition {
  experience: ExperienceRecord;
  companyName: string;
  hasEnded: boolean;
  keys: readonly CompanyKey[];
  score: number;
}

const preparedRecord = oncePer(prepareCompany);
const preparedCareer = oncePer(({ companyName }: ExperienceRecord) => prepareCompany({ name: companyName }));

/** Returns the position with the best score among those whose company is the guest's. */
function findPosition({
  person,
  guest,
  activity,
  companies,
}: Pick<Parameters<typeof matchGuest>[0], 'guest' | 'activity' | 'companies'> & {
  person: Person;
}): MatchedPosition | null {
  const { startedAt } = activity;
  if (!startedAt) return null;
  let best: MatchedPosition | null = null;
  for (const experience of person.signals.flatMap(({ experiences }) => experiences)) {
    const employment = employmentAt(experience, startedAt);
    if (!employment) continue;
    const record = companies.get(experience.companyId ?? '');
    // Companies are renamed: the career has the name that the company had.
    const names = record ? [preparedRecord(record), preparedCareer(experience)] : [preparedCareer(experience)];
    const emailKeys = new Set(names.map((company) => emailCompanyKey(guest.email, company)));
    const keys = companyKeys.filter((companyKey) =>
      companyKey === 'COMPANY_IN_TITLE'
        ? names.some((company) => isCompanyInTitle(activity, company))
        : emailKeys.has(companyKey),
    );
    const [key] = keys;
    if (!key) continue;
    const hasEnded = employment === 'ENDED';
    const score = matchScores.company[key] + (hasEnded ? matchScores.endedBefore : 0);
    if (best && best.score >= score) continue;
    const companyName = experience.companyName ?? record?.name ?? record?.domain ?? '';
    best = { experience, companyName, hasEnded, keys, score };
  }
  return best;
}

const rounded = (score: number) => Math.round(score * 100) / 100;

/** Some profiles have an email address in the name of a company. */
export const withoutEmails = (name: string): string =>
  name
    .split(' ')
    .map((word) => (word.includes('@') ? '…' : word))
    .join(' ');

const nameTexts = { FULL_NAME: "the guest's name", NICKNAME: "a form of the guest's name" } as const;
const companyTexts = {
  COMPANY_DOMAIN: "the guest's email address is at the company's domain",
  COMPANY_LABEL: "the domain of the guest's email address is named like the company",
  COMPANY_IN_TITLE: 'the title of the conversation contains the name of the company',
} as const;

/** For example: Ada Ex, of Example Labs until 2025-03, has the guest's name, and the guest's email address is at … */
function companyEvidence({
  name,
  position: { experience, companyName, hasEnded, keys },
  isAmbiguous,
}: {
  name: MatchedName;
  position: MatchedPosition;
  isAmbiguous: boolean;
}): string {
  const until = hasEnded ? ` until ${experience.endDate}` : '';
  const [key = 'COMPANY_IN_TITLE'] = keys;
  const others = isAmbiguous ? '; another person qualifies too' : '';
  return `${name.text}, of ${withoutEmails(companyName)}${until}, has ${nameTexts[name.key]}, and ${companyTexts[key]}${others}.`;
}
