import type { CompanyRecord } from '../../tools/talent/lookup.ts';
import type { SignalRecord } from '../../tools/talent/signal.ts';
import { ToolError } from '../../tools/errors/tool-error.ts';
import { searchedName } from '../../tools/talent/text-rules.ts';
import { maxPageSize } from '../../tools/talent/vocabulary.ts';
import { foldText } from '../../tools/rules/folded-text.ts';
import { isWellFormedText } from '../../tools/rules/well-formed-text.ts';
import type { GraphContext } from '../core/context.ts';
import { perKeyLoader, perOperation } from '../core/loader.ts';
import { companies, companyCalls } from '../talent/lookup/company.ts';
import { fetchSignals } from '../talent/signal/signal.ts';
import { employmentAt } from './rules/employment.ts';
import { groupByPerson, type Person, personNameKey } from './rules/person.ts';
import { parsePersonName } from './rules/names/person-name.ts';
import { searchWords } from './rules/names/name-search.ts';

/** People with signals to whom the name of a guest may refer. */
export interface Namesakes {
  people: readonly Person[];
  /** Whether a search found more signals than fit on a page, so that people can be missing. */
  isPartial: boolean;
}

/** The calls for each distinct name of a guest. */
export const namesakeCalls = ['signals_list', 'signals_list'];

/** Without `screened_by`, the tool omits signals that the caller has screened. No user has the id `none`. */
const includingScreened = { key: 'screened_by', operator: 'not_in', value: ['none'] };

/** Loads the newest 100 signals whose names contain all words. */
const searchLoader = perOperation((context) =>
  perKeyLoader(
    context,
    async (words: string): Promise<{ signals: readonly SignalRecord[]; isPartial: boolean }> => {
      if (!searchedName.safeParse(words).success || !isWellFormedText(words)) return { signals: [], isPartial: false };
      const filters = [{ key: 'fullname', operator: 'contains', value: words }, includingScreened];
      const { items, total } = await fetchSignals(filters, { page: 1, limit: maxPageSize }, context);
      return { signals: items, isPartial: total === null ? items.length >= maxPageSize : total > items.length };
    },
    // The tool ignores case, accents and the order of words.
    (words) => foldText(words).trim().split(/\s+/).toSorted().join(' '),
  ),
);

/**
 * Finds people with signals who may have the name of a guest. Searches for the probable family name, then for the other
 * word that can be the family name, or for both words together if the first search found more than a page.
 */
export const namesakesLoader = perOperation((context) =>
  perKeyLoader(context, async (text: string): Promise<Namesakes> => {
    const name = parsePersonName(text);
    if (!name) return { people: [], isPartial: false };
    const { family, other } = searchWords(text);
    const search = (words: string) => searchLoader(context).load(words);
    const first = await search(family);
    const second = other === null ? null : await search(first.isPartial ? `${other} ${family}` : other);
    const signals = new Map([...first.signals, ...(second?.signals ?? [])].map((signal) => [signal.id, signal]));
    return {
      people: groupByPerson(signals.values()).filter((person) => personNameKey(person, name)),
      isPartial: first.isPartial || (second?.isPartial ?? false),
    };
  }),
);

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
  const found = await Promise.all([...ids].map((id) => companies.find(id, context).catch(nullIfNotSupported)));
  return new Map(found.flatMap((company) => (company ? [[company.id, company]] : [])));
}

/** Returns null if the platform lacks `companies_list`: only the names of companies in careers are then known. */
function nullIfNotSupported(error: unknown): null {
  if (error instanceof ToolError && error.code === 'NOT_SUPPORTED') return null;
  throw error;
}
