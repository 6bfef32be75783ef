import { z } from 'zod';
import type { SearchFilterInput } from '../../../tools/talent/search.ts';
import { toParameters } from '../../../tools/talent/search-filter.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { builder, enumOf } from '../../core/builder.ts';
import { checkInput } from '../../core/input.ts';
import {
  pageArguments,
  pageCost,
  type ConnectionArguments,
  connectionType,
  edgeType,
} from '../../pagination/connection.ts';
import { keysetListing, keysetConnection } from '../../pagination/keyset-listing.ts';
import {
  toolPageLoader,
  concatRanges,
  endOf,
  fetchRange,
  type FetchPage,
  startOf,
} from '../../pagination/tool-pages.ts';
import { fetchSignals, newestFirst, SignalConnection, Signal } from '../signal/signal.ts';
import { readSignalFilter, SignalFilterInput } from '../signal/signal-filter.ts';
import { Company } from './company.ts';
import type { SignalRecord } from '../../../tools/talent/signal.ts';
import { maxPageSize } from '../../../tools/talent/vocabulary.ts';
import { talentSource } from '../../../operation/type-source.ts';
import type { GraphContext } from '../../core/context.ts';
import { perKeyLoader, perOperation } from '../../core/loader.ts';
import { groupByPerson } from '../../matching/rules/person.ts';
import { isCurrentPosition } from '../signal/signal-profile.ts';

/** Selects signals of people who have a position at the company in their career. */
const companyFilter = (id: string): SearchFilterInput => ({
  key: 'past_companies',
  operator: 'in',
  value: [id],
});

const filterRules = z.object({ pastCompanyIds: z.null('must be omitted').optional() }).nullish();

interface CompanySignalsQuery {
  companyId: string;
  filters: readonly SearchFilterInput[];
}

/** `Company.people` and `Company.signals` without a filter share these pages. */
const companySignalPages = toolPageLoader(({ companyId, filters }: CompanySignalsQuery, page, context) =>
  fetchSignals([...filters, companyFilter(companyId)], page, context),
);

const signals = keysetListing('signals', {
  order: newestFirst,
  toolInput: ({ companyId, filters }: CompanySignalsQuery) => ({ companyId, ...toParameters(filters) }),
  fetchPage: (query, page, context) => companySignalPages(context, query)(page),
});

builder.objectField(Company, 'signals', (t) =>
  t.field({
    type: SignalConnection,
    extensions: toolCalls({ page: 'signals_list' }),
    description: `Signals of people who work or have worked at the company, newest first. Leaves out signals that the caller has screened, unless \`filter.screenedBy\` is set. ${pageCost('signals_list')}`,
    args: {
      filter: t.arg({
        type: SignalFilterInput,
        description:
          'Which signals to return. Omit it to return all signals that the caller has not screened. `pastCompanyIds` is rejected, because this field sets it to the company.',
      }),
      ...pageArguments(t.arg),
    },
    resolve: ({ id }, { filter, first, after }, context) => {
      checkInput(filterRules, filter, ['filter']);
      return signals(context, { companyId: id, filters: readSignalFilter(filter ?? {}, ['filter']) }, { first, after });
    },
  }),
);

const employmentStates = { CURRENT: 'current', PAST: 'past' } as const;

type EmploymentState = (typeof employmentStates)[keyof typeof employmentStates];

const EmploymentStateEnum = enumOf('EmploymentState', {
  description: 'Whether a person still works at a company, according to their profile.',
  values: employmentStates,
  descriptions: {
    CURRENT: 'The person holds at least one position at the company.',
    PAST: 'The person has left the company.',
  },
});

interface CompanyPerson {
  /** The newest signal of the person. */
  signal: SignalRecord;
  employment: EmploymentState;
}

const PersonEdge = edgeType<SignalRecord, { cursor: string; node: SignalRecord; employment: EmploymentState }>(
  'CompanyPersonEdge',
  { node: Signal, description: 'An edge of `CompanyPersonConnection`: the newest signal of a person.' },
);

builder.objectField(PersonEdge, 'employment', (t) =>
  t.expose('employment', {
    type: EmploymentStateEnum,
    nullable: false,
    description: 'Whether the person still works at the company, according to the profile of `node`.',
  }),
);

const PersonConnection = connectionType<SignalRecord, { isPartial: boolean }>(Signal, talentSource, {
  name: 'CompanyPerson',
  edge: PersonEdge,
});

/** Maximum number of tool pages that are read to find the people of a company. */
const maxPages = 3;
const maxSignals = maxPages * maxPageSize;

builder.objectField(PersonConnection, 'isPartial', (t) =>
  t.exposeBoolean('isPartial', {
    nullable: false,
    description: `Whether the company has more signals than the ${maxSignals} that were read; \`totalCount\` is then null, and people with only older signals are missing.`,
  }),
);

builder.objectField(Company, 'people', (t) =>
  t.field({
    type: PersonConnection,
    extensions: toolCalls({ page: 'signals_list', pageCalls: () => maxPages }),
    description: `People who work or have worked at the company, each as their newest signal, newest first. Signals of one person have the same \`linkedinId\`; a signal without \`linkedinId\` counts as a separate person. Reads the newest ${maxSignals} signals of the company, without those that the caller has screened. Costs one \`signals_list\` call per ${maxPageSize} signals, at most ${maxPages} calls, shared by all pages of the operation and by \`signals { facets }\` without a filter.`,
    args: {
      employment: t.arg({
        type: EmploymentStateEnum,
        description:
          'Return only people who still work at the company, or only people who have left. Omit it to return all people.',
      }),
      ...pageArguments(t.arg),
    },
    resolve: ({ id }, { employment, first, after }, context) =>
      peoplePage(context, { companyId: id, employment: employment ?? null }, { first, after }),
  }),
);

interface PeopleQuery {
  companyId: string;
  employment: string | null;
}

async function peoplePage(context: GraphContext, query: PeopleQuery, slice: ConnectionArguments) {
  const { companyId, employment } = query;
  const load = () => peopleLoader(context).load(companyId);
  const fetchPage: FetchPage<CompanyPerson> = async (page) => {
    const { people, isPartial } = await load();
    const found = people.filter((person) => employment === null || person.employment === employment);
    return {
      items: found.slice(startOf(page), endOf(page)),
      total: isPartial ? null : found.length,
      hasMore: endOf(page) < found.length,
    };
  };
  const { keyOf, direction } = newestFirst();
  const source = { fetchPage, keyOf: ({ signal }: CompanyPerson) => keyOf(signal), direction };
  const { edges, ...page } = await keysetConnection({ field: 'people', arguments: query }, slice, source);
  const { isPartial } = await load();
  return {
    ...page,
    edges: edges.map(({ cursor, node }) => ({ cursor, node: node.signal, employment: node.employment })),
    isPartial,
  };
}

const peopleLoader = perOperation((context) =>
  perKeyLoader(context, (companyId: string) => loadPeople(companyId, context)),
);

async function loadPeople(companyId: string, context: GraphContext) {
  const fetchPage = companySignalPages(context, { companyId, filters: [] });
  const first = await fetchRange(fetchPage, [{ page: 1, limit: maxPageSize }]);
  const pageCount = first.hasMore ? Math.ceil(Math.min(first.total ?? maxSignals, maxSignals) / maxPageSize) : 1;
  const following = Array.from({ length: pageCount - 1 }, (_, index) => ({ page: index + 2, limit: maxPageSize }));
  const { items, hasMore } = following.length > 0 ? concatRanges(first, await fetchRange(fetchPage, following)) : first;
  const people = groupByPerson(items.map(({ node }) => node)).flatMap(({ signals: [signal] }): CompanyPerson[] =>
    signal ? [{ signal, employment: employmentOf(signal, companyId) }] : [],
  );
  return { people, isPartial: hasMore };
}

const employmentOf = ({ experiences }: SignalRecord, companyId: string): EmploymentState =>
  experiences.some((position) => position.companyId === companyId && isCurrentPosition(position)) ? 'current' : 'past';
