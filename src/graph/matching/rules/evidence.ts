import type { ExperienceRecord } from '../../../tools/talent/signal.ts';
import type { CompanyKey } from './companies/company-match.ts';
import type { Employment } from './employment.ts';
import type { NameKey } from './names/compare-names.ts';

export interface MatchedName {
  key: NameKey;
  /** The name as written in the person's profile. */
  text: string;
}

export interface MatchedPosition {
  experience: ExperienceRecord;
  companyName: string;
  employment: Employment;
  /** The most certain first. */
  keys: readonly [CompanyKey, ...CompanyKey[]];
  score: number;
}

/** Replaces email addresses by an ellipsis: some profiles contain them in the name of a company. */
export const withoutEmails = (name: string): string =>
  name
    .split(' ')
    .map((word) => (word.includes('@') ? '…' : word))
    .join(' ');

const nameTexts = {
  FULL_NAME: "the guest's name",
  NICKNAME: "a form of the guest's name",
  SIMILAR_NAME: "the guest's name but for one letter",
} as const;
const companyTexts = {
  COMPANY_DOMAIN: "the guest's email address is at the company's domain",
  COMPANY_LABEL: "the domain of the guest's email address is named like the company",
  COMPANY_IN_NAME: "the guest's name is followed by the name of the company",
  COMPANY_IN_TITLE: 'the title of the conversation contains the name of the company',
} as const;

/** For example: Ada Ex, of Example Labs until 2025-03, has the guest's name, and the guest's email address is at … */
export function companyEvidence({
  name,
  position: { experience, companyName, employment, keys },
  personCount,
}: {
  name: MatchedName;
  position: MatchedPosition;
  personCount: number;
}): string {
  const period = { COVERS: '', ENDED: ` until ${experience.endDate}`, BEGINS: ` from ${experience.startDate}` }[
    employment
  ];
  const [key] = keys;
  const ambiguity = personCount > 1 ? `; this fits ${personCount} people` : '';
  return `${name.text}, of ${withoutEmails(companyName)}${period}, has ${nameTexts[name.key]}, and ${companyTexts[key]}${ambiguity}.`;
}

export const nameEvidence = ({ key, text }: MatchedName): string =>
  `${text} is the only person with signals who has ${nameTexts[key]}.`;
