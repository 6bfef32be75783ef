import type { ActivityRecord, ParticipantRecord } from '../../../tools/conversation/activity.ts';
import { affiliations } from '../../../tools/conversation/vocabulary.ts';
import type { CompanyRecord } from '../../../tools/talent/lookup.ts';
import { type CompanyKey, emailDomain } from './companies/company-match.ts';
import { companyEvidence, type MatchedName, nameEvidence } from './evidence.ts';
import { findPosition, isElsewhere } from './guest-position.ts';
import { matchScores } from './match-scores.ts';
import { isParticle, type NameKey } from './names/compare-names.ts';
import { splitLabel } from './names/person-label.ts';
import { nameOfGuest, type PersonName, parsePersonName } from './names/person-name.ts';
import { type Person, personNameKey } from './person.ts';

export type MatchKey = NameKey | CompanyKey;

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
  const hasOneWord = wordCountOf(guestName) === 1;
  const candidates = people.flatMap((person) => {
    const name = personNameKey(person, guestName);
    if (!name) return [];
    const position = findPosition({ person, email, additions, hasOneWord, activity, companies });
    return [{ person, name, position }];
  });
  const withoutTypo = candidates.filter(({ name }) => name.key !== 'SIMILAR_NAME');
  // A name with a typing error needs the company's domain, and only counts if no person has the name as written.
  const nameMatches =
    withoutTypo.length > 0
      ? withoutTypo
      : candidates.filter(({ position }) => position?.keys.includes('COMPANY_DOMAIN'));
  const companyMatches = nameMatches.flatMap(({ position, ...rest }) => (position ? [{ ...rest, position }] : []));
  const isCertainName = ({ key }: MatchedName) => key === 'FULL_NAME' || (key === 'NICKNAME' && !isPartial);
  if (companyMatches.length > 0) {
    const isAmbiguous = companyMatches.length > 1;
    return companyMatches
      .map(({ person, name, position }): Match => ({
        person,
        confidence: !isAmbiguous && isCertainName(name) ? 'STRONG' : 'POSSIBLE',
        score: rounded((matchScores.name[name.key] + position.score) * (isAmbiguous ? matchScores.severalPeople : 1)),
        matchedOn: [name.key, ...position.keys],
        evidence: companyEvidence({ name, position, personCount: companyMatches.length }),
      }))
      .toSorted((a, b) => b.score - a.score);
  }
  const [only, ...others] = nameMatches;
  if (!only || others.length > 0 || !isCertainName(only.name) || hasOneWord) return [];
  if (only.name.key !== 'FULL_NAME' && !hasSameWordCount(only.name, guestName)) return [];
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
  target: Person,
  { people = [], ...options }: Omit<Parameters<typeof matchGuest>[0], 'people'> & { people?: readonly Person[] },
): Match | undefined {
  const isTarget = ({ id }: Person) => id === target.id;
  if (people.some(isTarget)) return matchGuest({ ...options, people }).find(({ person }) => isTarget(person));
  const match = matchGuest({ ...options, people: [...people, target] }).find(({ person }) => isTarget(person));
  return match && { ...match, confidence: 'POSSIBLE' };
}

/** The number of words besides initials and particles. */
const wordCountOf = ({ words }: PersonName) => words.filter((word) => word.length > 1 && !isParticle(word)).length;

/** Whether two names have the same number of words: a name with fewer words can belong to several people. */
function hasSameWordCount({ text }: MatchedName, guestName: PersonName): boolean {
  const name = parsePersonName(text);
  return name !== null && wordCountOf(name) === wordCountOf(guestName);
}

const rounded = (score: number) => Math.round(score * 100) / 100;
