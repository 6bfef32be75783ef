import type { ActivityRecord, ParticipantRecord } from '../../../tools/conversation/activity.ts';
import { affiliations } from '../../../tools/conversation/vocabulary.ts';
import type { CompanyRecord } from '../../../tools/talent/lookup.ts';
import type { ExperienceRecord, SignalRecord } from '../../../tools/talent/signal.ts';
import { oncePer } from '../../core/loader.ts';
import {
  type CompanyKey,
  type EmailDomain,
  companyKeys,
  emailCompanyKey,
  emailDomain,
  isCompanyInName,
  isUnnamed,
  isCompanyInTitle,
  prepareCompany,
} from './companies/company-match.ts';
import { employmentAt } from './employment.ts';
import { companyEvidence, type MatchedName, type MatchedPosition, nameEvidence } from './evidence.ts';
import { compareNames, isParticle, type NameKey } from './names/compare-names.ts';
import { splitLabel } from './names/person-label.ts';
import { nameOfGuest, type PersonName, parsePersonName } from './names/person-name.ts';

export type MatchKey = NameKey | CompanyKey;

/** One person, who can have several signals. */
export interface Person {
  /** The person's LinkedIn id; without one, the id of the person's only signal. */
  id: string;
  /** Never empty; a newer signal can have another name or career. */
  signals: readonly SignalRecord[];
}

export interface Match {
  person: Person;
  confidence: 'STRONG' | 'POSSIBLE';
  /** Score from 0 to 1. */
  score: number;
  /** A name key, then company keys. */
  matchedOn: readonly MatchKey[];
  /** The reason for the match in an English sentence, without email addresses. */
  evidence: string;
}

/**
 * The score of a match is the score of its name key plus the score of its best company key. The sum stays below 1:
 * no match is certain, because signals and guests share no identifier.
 */
export const matchScores = {
  name: { FULL_NAME: 0.4, NICKNAME: 0.3, SIMILAR_NAME: 0.1 },
  company: { COMPANY_DOMAIN: 0.55, COMPANY_LABEL: 0.5, COMPANY_IN_NAME: 0.5, COMPANY_IN_TITLE: 0.45 },
  /** Change of the score if the position had ended before the conversation. */
  endedBefore: -0.1,
  /** Change of the score if the position began after the conversation. */
  beginsAfter: -0.15,
  /** Factor of the score if several people qualify. */
  severalPeople: 0.5,
} as const;

export const personIdOf = ({ linkedinId, id }: SignalRecord) => linkedinId ?? id;

/** Groups signals by LinkedIn id; a signal without a LinkedIn id counts as a separate person. */
export const groupByPerson = (signals: Iterable<SignalRecord>): Person[] =>
  [...Map.groupBy(signals, personIdOf)].map(([id, ofPerson]) => ({
    id,
    signals: ofPerson,
  }));

/** Whether a participant has no account and is not known to be internal; other participants have no matches. */
export const mayBeGuest = ({ affiliation, userId }: ParticipantRecord): boolean =>
  userId === null && affiliation !== affiliations.INTERNAL;

/**
 * Returns the people who may be this guest of a conversation, best score first.
 *
 * - `STRONG`: name and company fit exactly one person, and the name has no typing error.
 * - `POSSIBLE`: name and company fit in any other case. Or the name alone fits exactly one person, is more than an
 *   initial and a word, and the guest's email address is at no company outside the person's career.
 *
 * `people` must include everyone with signals who has the name. If people may be missing, set `isPartial`: a match by
 * nickname is then at most `POSSIBLE`. `companies` has the companies in the careers of these people, by id.
 */
export function matchGuest({
  guest,
  activity,
  people,
  companies,
  isPartial = false,
}: {
  guest: ParticipantRecord;
  activity: Pick<ActivityRecord, 'title' | 'startedAt' | 'participants'>;
  people: readonly Person[];
  companies: ReadonlyMap<string, CompanyRecord>;
  isPartial?: boolean;
}): Match[] {
  const guestName = mayBeGuest(guest) ? parsePersonName(nameOfGuest(guest)) : null;
  if (!guestName) return [];
  const { additions } = splitLabel(guest.name ?? '');
  const email = emailDomain(guest.email);
  // If the guest's name is an initial and a word, a short form of the company's name in the title does not count.
  const byShortName = !hasOneWord(guestName);
  const candidates = people.flatMap((person) => {
    const name = personNameKey(person, guestName);
    if (!name) return [];
    const position = findPosition({ person, email, additions, byShortName, activity, companies });
    return [{ person, name, position }];
  });
  const equal = candidates.filter(({ name }) => name.key !== 'SIMILAR_NAME');
  // A name with a typing error needs the company's domain, and only counts if no person has the name as written.
  const named =
    equal.length > 0 ? equal : candidates.filter(({ position }) => position?.keys.includes('COMPANY_DOMAIN'));
  const qualified = named.flatMap(({ position, ...rest }) => (position ? [{ ...rest, position }] : []));
  const isCertainName = ({ key }: MatchedName) => key === 'FULL_NAME' || (key === 'NICKNAME' && !isPartial);
  if (qualified.length > 0) {
    const isAmbiguous = qualified.length > 1;
    return qualified
      .map(({ person, name, position }): Match => ({
        person,
        confidence: !isAmbiguous && isCertainName(name) ? 'STRONG' : 'POSSIBLE',
        score: rounded((matchScores.name[name.key] + position.score) * (isAmbiguous ? matchScores.severalPeople : 1)),
        matchedOn: [name.key, ...position.keys],
        evidence: companyEvidence({ name, position, count: qualified.length }),
      }))
      .toSorted((a, b) => b.score - a.score);
  }
  const [only, ...others] = named;
  if (!only || others.length > 0 || !isCertainName(only.name) || !byShortName) return [];
  if (only.name.key !== 'FULL_NAME' && !hasSameParts(only.name, guestName)) return [];
  if (isElsewhere(email, only.person)) return [];
  return [
    {
      person: only.person,
      confidence: 'POSSIBLE',
      score: matchScores.name[only.name.key],
      matchedOn: [only.name.key],
      evidence: nameEvidence(only.name),
    },
  ];
}

/**
 * Returns the match of a guest with one person. If the searches for the guest's name miss this person, they can also
 * miss other people with the name, so the match is at most `POSSIBLE`.
 *
 * @param people the people whom these searches find
 */
export function matchPerson(
  own: Person,
  { people = [], ...guest }: Omit<Parameters<typeof matchGuest>[0], 'people'> & { people?: readonly Person[] },
): Match | undefined {
  const isOwn = ({ id }: Person) => id === own.id;
  if (people.some(isOwn)) return matchGuest({ ...guest, people }).find(({ person }) => isOwn(person));
  const match = matchGuest({ ...guest, people: [...people, own] }).find(({ person }) => isOwn(person));
  return match && { ...match, confidence: 'POSSIBLE' };
}

const nameOf = oncePer(({ fullName }: SignalRecord) => ({ name: parsePersonName(fullName, { isProfile: true }) }));

/** Returns the best name key among the names on the person's signals. */
export function personNameKey({ signals }: Person, guestName: PersonName): MatchedName | null {
  const keys = new Map<NameKey, string>();
  for (const signal of signals) {
    const { name } = nameOf(signal);
    const key = name && compareNames(name, guestName);
    if (key && signal.fullName && !keys.has(key)) keys.set(key, signal.fullName);
  }
  for (const key of ['FULL_NAME', 'NICKNAME', 'SIMILAR_NAME'] as const) {
    const text = keys.get(key);
    if (text !== undefined) return { key, text };
  }
  return null;
}

const partsOf = ({ words }: PersonName) => words.filter((word) => word.length > 1 && !isParticle(word)).length;

const hasOneWord = (name: PersonName) => partsOf(name) === 1;

/** Whether two names have the same number of parts: a name with fewer parts can belong to several people. */
function hasSameParts({ text }: MatchedName, guestName: PersonName): boolean {
  const name = parsePersonName(text);
  return name !== null && partsOf(name) === partsOf(guestName);
}

/** Whether an email address is at a company that is not in the career of the person. */
function isElsewhere(email: EmailDomain | null, { signals }: Person): boolean {
  const careers = signals.flatMap(({ experiences }) => experiences).map(preparedCareer);
  return email !== null && !careers.some((company) => isUnnamed(company) || emailCompanyKey(email, company));
}

/** Returns the current name of a company, if known, and the name in the career, because companies are renamed. */
function namesOf(experience: ExperienceRecord, companies: ReadonlyMap<string, CompanyRecord>) {
  const record = companies.get(experience.companyId ?? '');
  return record ? [preparedRecord(record), preparedCareer(experience)] : [preparedCareer(experience)];
}

const preparedRecord = oncePer(prepareCompany);
const preparedCareer = oncePer(({ companyName }: ExperienceRecord) => prepareCompany({ name: companyName }));

/** Returns the position with the best score among the positions at the guest's company. */
function findPosition({
  person,
  email,
  additions,
  byShortName,
  activity,
  companies,
}: Pick<Parameters<typeof matchGuest>[0], 'activity' | 'companies'> & {
  person: Person;
  email: EmailDomain | null;
  additions: readonly string[];
  byShortName: boolean;
}): MatchedPosition | null {
  const { startedAt } = activity;
  if (!startedAt) return null;
  let best: MatchedPosition | null = null;
  for (const experience of person.signals.flatMap(({ experiences }) => experiences)) {
    const employment = employmentAt(experience, startedAt);
    if (!employment) continue;
    const record = companies.get(experience.companyId ?? '');
    const names = namesOf(experience, companies);
    const emailKeys = new Set(names.map((company) => emailCompanyKey(email, company)));
    const keys = companyKeys.filter((companyKey) =>
      companyKey === 'COMPANY_IN_TITLE'
        ? names.some((company) => isCompanyInTitle(activity, company, { byShortName }))
        : companyKey === 'COMPANY_IN_NAME'
          ? additions.length > 0 && names.some((company) => isCompanyInName(additions, company))
          : emailKeys.has(companyKey),
    );
    const [key] = keys;
    // Titles often name other companies: ignore the title if the email address is known to be at another domain.
    if (!key || (key === 'COMPANY_IN_TITLE' && email !== null && record?.domain)) continue;
    const score = matchScores.company[key] + employmentScores[employment];
    if (best && best.score >= score) continue;
    const companyName = experience.companyName ?? record?.name ?? record?.domain ?? '';
    best = { experience, companyName, employment, keys, score };
  }
  return best;
}

const employmentScores = { COVERS: 0, ENDED: matchScores.endedBefore, BEGINS: matchScores.beginsAfter } as const;

const rounded = (score: number) => Math.round(score * 100) / 100;
