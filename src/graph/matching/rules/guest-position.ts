import type { ActivityRecord } from '../../../tools/conversation/activity.ts';
import type { CompanyRecord } from '../../../tools/talent/lookup.ts';
import type { ExperienceRecord } from '../../../tools/talent/signal.ts';
import { oncePer } from '../../core/loader.ts';
import {
  type EmailDomain,
  companyKeys,
  emailCompanyKey,
  isCompanyInName,
  isUnnamed,
  isCompanyInTitle,
  prepareCompany,
} from './companies/company-match.ts';
import { employmentAt } from './employment.ts';
import type { MatchedPosition } from './evidence.ts';
import { matchScores } from './match-scores.ts';
import type { Person } from './person.ts';

/** Returns the position with the best score among the positions at the guest's company. */
export function findPosition({
  person,
  email,
  additions,
  hasOneWord,
  activity,
  companies,
}: {
  person: Person;
  email: EmailDomain | null;
  /** What follows the guest's name, such as a company in brackets. */
  additions: readonly string[];
  /** Whether the guest's name is one word besides initials: a short company name in the title is then not enough. */
  hasOneWord: boolean;
  activity: Pick<ActivityRecord, 'title' | 'startedAt' | 'participants'>;
  companies: ReadonlyMap<string, CompanyRecord>;
}): MatchedPosition | null {
  const { startedAt } = activity;
  if (!startedAt) return null;
  let best: MatchedPosition | null = null;
  for (const experience of person.signals.flatMap(({ experiences }) => experiences)) {
    const employment = employmentAt(experience, startedAt);
    if (!employment) continue;
    const record = companies.get(experience.companyId ?? '');
    const prepared = preparedCompanies(experience, record);
    const emailKeys = new Set(prepared.map((company) => emailCompanyKey(email, company)));
    const [key, ...otherKeys] = companyKeys.filter((companyKey) => {
      if (companyKey === 'COMPANY_IN_TITLE')
        return prepared.some((company) => isCompanyInTitle(activity, company, { byShortName: !hasOneWord }));
      if (companyKey === 'COMPANY_IN_NAME')
        return additions.length > 0 && prepared.some((company) => isCompanyInName(additions, company));
      return emailKeys.has(companyKey);
    });
    // Titles often name other companies: ignore the title if the email address is known to be at another domain.
    if (!key || (key === 'COMPANY_IN_TITLE' && email !== null && record?.domain)) continue;
    const score = matchScores.company[key] + employmentScores[employment];
    if (best && best.score >= score) continue;
    const companyName = experience.companyName ?? record?.name ?? record?.domain ?? '';
    best = { experience, companyName, employment, keys: [key, ...otherKeys], score };
  }
  return best;
}

const employmentScores = { COVERS: 0, ENDED: matchScores.endedBefore, BEGINS: matchScores.beginsAfter } as const;

/** Prepares a company by its current name, if known, and by the name in the career, because companies are renamed. */
const preparedCompanies = (experience: ExperienceRecord, record: CompanyRecord | undefined) =>
  record ? [preparedRecord(record), preparedPosition(experience)] : [preparedPosition(experience)];

const preparedRecord = oncePer(prepareCompany);
const preparedPosition = oncePer(({ companyName }: ExperienceRecord) => prepareCompany({ name: companyName }));

/** Whether an email address is at a company that is not in the career of the person. */
export function isElsewhere(email: EmailDomain | null, { signals }: Person): boolean {
  const careers = signals.flatMap(({ experiences }) => experiences).map(preparedPosition);
  return email !== null && !careers.some((company) => isUnnamed(company) || emailCompanyKey(email, company));
}
