import { companyDomain, companyLabels, companyNames, domainSpellings, domainWords } from './company-name.ts';
import { isInTitle, type TitledActivity, type SearchableCompanyName, titleNames } from './company-title.ts';

/** How the company of a guest was recognized, most certain first. */
export const companyKeys = ['COMPANY_DOMAIN', 'COMPANY_LABEL', 'COMPANY_IN_NAME', 'COMPANY_IN_TITLE'] as const;
export type CompanyKey = (typeof companyKeys)[number];

/** A company prepared for comparisons with many guests. */
interface PreparedCompany {
  domain: string | null;
  /** Spellings of the name as one word, as in the label of a domain: `examplelabs`. */
  labels: ReadonlySet<string>;
  names: readonly SearchableCompanyName[];
}

export function prepareCompany({
  name,
  domain,
}: {
  name: string | null | undefined;
  domain?: string | null | undefined;
}): PreparedCompany {
  const registered = companyDomain(domain);
  const names = companyNames(name ?? '');
  return {
    domain: registered?.domain ?? null,
    labels: new Set([...names.flatMap(companyLabels), ...(registered ? [domainWords(registered).join('')] : [])]),
    names: names.flatMap((each) => titleNames(each, registered)),
  };
}

/** The domain of an email address, prepared for comparisons with many companies. */
export interface EmailDomain {
  domain: string;
  spellings: readonly string[];
}

/** Returns null for domains of mail providers, which identify no company. */
export function emailDomain(email: string | null | undefined): EmailDomain | null {
  const address = companyDomain(email);
  return address && { domain: address.domain, spellings: domainSpellings(address) };
}

export function emailCompanyKey(
  email: EmailDomain | null,
  company: PreparedCompany,
): 'COMPANY_DOMAIN' | 'COMPANY_LABEL' | null {
  if (!email) return null;
  if (email.domain === company.domain) return 'COMPANY_DOMAIN';
  return email.spellings.some((spelling) => company.labels.has(spelling)) ? 'COMPANY_LABEL' : null;
}

/** Whether nothing identifies the company, as with the placeholder `Stealth` in a career. */
export const isUnnamed = ({ domain, labels }: PreparedCompany): boolean => domain === null && labels.size === 0;

/** A short name in brackets must have at least two words, because people also write their city in brackets. */
const isShortName = ({ words }: SearchableCompanyName, label: string) => words.length > 1 && words.join('') === label;

/** Whether a guest's name is followed by a name of the company: `Ada Ex (Example Labs)`. */
export const isCompanyInName = (additions: readonly string[], company: PreparedCompany): boolean =>
  additions
    .flatMap(companyNames)
    .flatMap(companyLabels)
    .some((label) => company.labels.has(label) || company.names.some((name) => isShortName(name, label)));

/** Whether the title names the company; with `byShortName`, a distinctive part of the company's name is enough. */
export const isCompanyInTitle = (
  activity: TitledActivity,
  company: PreparedCompany,
  { byShortName = false } = {},
): boolean => company.names.some((name) => (byShortName || name.kind !== 'SHORT') && isInTitle(activity, name));
