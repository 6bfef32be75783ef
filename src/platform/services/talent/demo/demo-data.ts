import type { CityRecord, CompanyRecord, InstitutionRecord } from '../store/store-lookups.ts';
import type { ListRecord } from '../store/store-lists.ts';
import type { SearchRecord } from '../store/store-searches.ts';
import type { SignalRecord } from '../store/store-signals.ts';
import { advisoryFirms, type Employer, funds, listedCompanies } from './employers.ts';
import { inventLists } from './lists.ts';
import { institutions, places } from './places.ts';
import { randomFrom } from './random.ts';
import { demoSearches } from './searches.ts';
import { inventSignals } from './signals.ts';
import { demoUsers } from './users.ts';
import { inventVentures } from './ventures.ts';

export interface DemoData {
  users: { id: string; name: string; email: string }[];
  companies: CompanyRecord[];
  institutions: InstitutionRecord[];
  cities: CityRecord[];
  signals: SignalRecord[];
  lists: ListRecord[];
  searches: SearchRecord[];
}

export interface DemoDataOptions {
  /** The last signals are discovered just before this, the first about a year earlier. */
  now: Date;
  /** How many invented people there are, each with one to five signals. Default 1,250. */
  people?: number;
}

/** A talent service full of invented people. The same options give the same data. */
export function makeDemoData({ now, people = 1250 }: DemoDataOptions): DemoData {
  const ventures = inventVentures(randomFrom(1), 220);
  const signals = inventSignals({ now, people, ventures });
  const lists = inventLists(randomFrom(2), signals, now);
  const companies = new Map(
    [...listedCompanies, ...advisoryFirms, ...funds, ...ventures.all()].map((one) => [one.id, one]),
  );
  return {
    users: demoUsers.map((user) => ({ ...user })),
    companies: [...companies.values()].map(companyRecord),
    institutions: institutions.map((institution) => ({ ...institution })),
    cities: [...new Set(places.map(({ city }) => city))].map((name) => ({ name })),
    signals,
    lists,
    searches: demoSearches(now),
  };
}

const companyRecord = ({ id, name, domain, industry }: Employer) => ({ id, name, domain, industry });
