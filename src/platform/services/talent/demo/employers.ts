import { z } from 'zod';
import companiesFile from './companies.json' with { type: 'json' };
import { companyEntityId } from '../signals/entity-id.ts';
import { fundNames } from './verticals.ts';

export interface Employer {
  id: string;
  name: string;
  domain: string | null;
  industry: string;
  kind: 'listed' | 'advisory' | 'fund' | 'venture';
}

export const listedCompanies: readonly Employer[] = z
  .array(z.tuple([z.string(), z.string(), z.string()]))
  .parse(companiesFile.rows)
  .map(([symbol, name, sector]) => ({
    id: companyEntityId(symbol),
    name,
    domain: null,
    industry: sector,
    kind: 'listed',
  }));

const advisory = (symbol: string, name: string): Employer => ({
  id: companyEntityId(symbol),
  name,
  domain: null,
  industry: 'Professional Services',
  kind: 'advisory',
});

export const bigFour = [
  advisory('DELOITTE', 'Deloitte'),
  advisory('EY', 'EY'),
  advisory('KPMG', 'KPMG'),
  advisory('PWC', 'PwC'),
];

const strategyFirms = [
  advisory('BAIN', 'Bain & Company'),
  advisory('BCG', 'Boston Consulting Group'),
  advisory('MCKINSEY', 'McKinsey & Company'),
];

export const funds: readonly Employer[] = fundNames.map((name, index) => ({
  id: companyEntityId(`fund${index + 1}`),
  name,
  domain: `${name.toLowerCase().replaceAll(' ', '-')}.example`,
  industry: 'Venture Capital',
  kind: 'fund',
}));

const listedIds = (symbols: string) => new Set(symbols.split(' ').map(companyEntityId));

const bigTechIds = listedIds('AAPL AMZN GOOGL META MSFT NFLX NVDA');
const bankIds = listedIds('BAC BNY C COF GS JPM MS NTRS PNC STT USB WFC');
const consultingIds = new Set([...strategyFirms.map(({ id }) => id), ...listedIds('ACN')]);

export const isBigTech = ({ id }: Employer) => bigTechIds.has(id);
export const isBank = ({ id }: Employer) => bankIds.has(id);
export const isBigFour = ({ id }: Employer) => bigFour.some((firm) => firm.id === id);
export const isConsultancy = ({ id }: Employer) => consultingIds.has(id);

/** Listed companies of some sectors; names that many people worked for come more often. */
export function listedIn(sectors: readonly string[]): Employer[] {
  const inSectors = listedCompanies.filter(({ industry }) => sectors.includes(industry));
  return [...inSectors, ...inSectors.filter(isBigTech), ...inSectors.filter(isBigTech), ...inSectors.filter(isBank)];
}

export const advisoryFirms: readonly Employer[] = [
  ...bigFour,
  ...strategyFirms,
  ...listedCompanies.filter(isConsultancy),
];
