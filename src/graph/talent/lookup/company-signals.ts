import { z } from 'zod';
import type { SearchFilterInput } from '../../../tools/talent/search.ts';
import { toParameters } from '../../../tools/talent/search-filter.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { builder } from '../../core/builder.ts';
import { checkInput } from '../../core/input.ts';
import { pageArguments, pageCost } from '../../pagination/connection.ts';
import { keysetListing } from '../../pagination/keyset-listing.ts';
import { toolPageLoader } from '../../pagination/tool-pages.ts';
import { fetchSignals, newestFirst, SignalConnection } from '../signal/signal.ts';
import { readSignalFilter, SignalFilterInput } from '../signal/signal-filter.ts';
import { Company } from './company.ts';

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

/** The pages of `Company.signals` without a filter are also those of `Company.people`. */
export const companySignalPages = toolPageLoader(({ companyId, filters }: CompanySignalsQuery, page, context) =>
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
          'Which signals to return. Omit it to return all that the caller has not screened. `pastCompanyIds` is rejected: a signal needs only one of its companies, so it cannot narrow the result.',
      }),
      ...pageArguments(t.arg),
    },
    resolve: ({ id }, { filter, first, after }, context) => {
      checkInput(filterRules, filter, ['filter']);
      return signals(context, { companyId: id, filters: readSignalFilter(filter ?? {}, ['filter']) }, { first, after });
    },
  }),
);
