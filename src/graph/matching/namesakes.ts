import type { CompanyRecord } from '../../tools/talent/lookup.ts';
import type { SignalRecord } from '../../tools/talent/signal.ts';
import { searchedName } from '../../tools/talent/text-rules.ts';
import { maxPageSize } from '../../tools/talent/vocabulary.ts';
import { foldText } from '../../tools/rules/folded-text.ts';
import { isWellFormedText } from '../../tools/rules/input-issues.ts';
import type { GraphContext } from '../core/context.ts';
import { perKeyLoader, perOperation } from '../core/loader.ts';
import { companies, companyCalls } from '../talent/lookup/company.ts';
import { fetchSignals } from '../talent/signal/signal.ts';
import { employmentAt } from './rules/employment.ts';
import { groupByPerson, type Person } from './rules/match.ts';
import { compareNames, parsePersonName } from './rules/person-name.ts';

/**
 * Without a filter on `screened_by`, the tool leaves out signals that the caller has screened. This one excludes
 * nothing, because no user has the id `none`.
 */
const includingScreened = { key: 'screened_by', operator: 'not_in', value: ['none'] };

/** The newest 100 signals whose names contain all words of a name. */
export const signalsByNameLoader = perOperation((context) =>
  perKeyLoader(
    async (name: string): Promise<SignalRecord[]> => {
      if (!searchedName.safeParse(name).success || !isWellFormedText(name)) return [];
      const filters = [{ key: 'fullname', operator: 'contains', value: name }, includingScreened];
      const { items } = await fetchSignals(filters, { page: 1, limit: maxPageSize }, context);
      return items;
    },
    // The tool ignores case, accents and the order of words.
    (name) => foldText(name).trim().split(/\s+/).toSorted().join(' '),
  ),
);

/** Groups signals by person, and omits people who have none of the names. */
export function peopleNamed(names: readonly (string | null)[], signals: readonly SignalRecord[]): Person[] {
  const wanted = names.flatMap((name) => parsePersonName(name) ?? []);
  const distinct = new Map(signals.map((signal) => [signal.id, signal]));
  return groupByPerson(distinct.values()).filter((person) =>
    person.signals.some(({ fullName }) => {
      const parsed = parsePersonName(fullName);
      return parsed && wanted.some((name) => compareNames(parsed, name));
    }),
  );
}

export const careerCalls = { ...companyCalls, keysPerObject: 10 };

/** Returns the companies at which people can have worked at the given times, by id. */
export async function careerCompanies(
  people: readonly Pick<Person, 'signals'>[],
  times: readonly (Date | null)[],
  context: GraphContext,
): Promise<ReadonlyMap<string, CompanyRecord>> {
  const positions = people
    .flatMap(({ signals }) => signals.flatMap(({ experiences }) => experiences))
    .filter((position) => times.some((time) => time && employmentAt(position, time)));
  const ids = new Set(positions.flatMap(({ companyId }) => companyId ?? []));
  const found = await Promise.all([...ids].map((id) => companies.find(id, context)));
  return new Map(found.flatMap((company) => (company ? [[company.id, company]] : [])));
}
