import { companyDomain, companyLabels, domainSpellings } from './company-name.ts';
import { isInTitle, type TitledActivity, type TitleName, titleNames } from './company-title.ts';

/** How the company of a guest was recognized, most certain first. */
export const companyKeys = ['COMPANY_DOMAIN', 'COMPANY_LABEL', 'COMPANY_IN_TITLE'] as const;
export type CompanyKey = (typeof companyKeys)[number];

/** A company prepared for comparisons with many guests. */
interface PreparedCompany {
  domain: string | null;
  labels: ReadonlySet<string>;
  names: readonly TitleName[];
}

export function prepareCompany({
  name,
  domain,
}: {
  name: string | null | undefined;
  domain?: string | null | undefined;
}): PreparedCompany {
  return {
    domain: companyDomain(domain)?.domain ?? null,
    labels: new Set(name ? companyLabels(name) : []),
    names: name ? titleNames(name) : [],
  };
}

/** Compares the domain of an email address with a company; a domain of a mail provider identifies none. */
export function emailCompanyKey(
  email: string | null | undefined,
  company: PreparedCompany,
): 'COMPANY_DOMAIN' | 'COMPANY_LABEL' | null {
  const address = companyDomain(email);
  if (!address) return null;
  if (address.domain === company.domain) return 'COMPANY_DOMAIN';
  return domainSpellings(address).some((spelling) => company.labels.has(spelling)) ? 'COMPANY_LABEL' : null;
}

/** Whether the title contains a company's name as whole words, outside of the names of the participants. */
export const isCompanyInTitle = (activity: TitledActivity, company: PreparedCompany): boolean =>
  company.names.some((name) => isInTitle(activity, name));
