import { signalPage } from '../../../src/platform/services/talent/signals/signal-page.ts';
import type { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import type { ToolInput } from '../../../src/tools/tool.ts';
import type { Figure } from '../figure.ts';
import { compareSizes, pagesInSequence, type Sizes } from './compare-sizes.ts';
import type { FilledDatabase } from './filled-database.ts';

type Input = ToolInput<typeof talentTools.signals_list>;

const singleFilters: Input[] = [
  {},
  { age: ['30 to 34'] },
  { city: ['London'] },
  { city: ['!London'] },
  { country: ['Germany'] },
  { country: ['!Germany'] },
  { created_after: String(Date.UTC(2025, 0, 1)) },
  { customer_focus: ['B2B'] },
  { education_level: ['MBA'] },
  { fullname: 'anna' },
  { fullname: 'maya norwood' },
  { fullname: 'norwood' },
  { fullname: 'du' },
  { fullname: 'xu' },
  { fullname: 'li' },
  { fullname: 'p' },
  { fullname: 'ma du' },
  { gender: ['woman'] },
  { industry: ['Fintech'] },
  { origin: ['Nigeria'] },
  { past_companies: ['exe_GOOGL'] },
  { past_companies: ['exe_GOOGL', 'exe_MSFT', 'exe_venture140', 'exe_venture145'] },
  { profile_tags: ['YC Alumni'] },
  { profile_tags: ['VC Investor', 'YC Alumni', 'Serial Founder'] },
  { region: ['California'] },
  { score: '7' },
  { screened_by: ['me'] },
  { screened_by: ['others'] },
  { source: ['Press'] },
  { time_relative: '30' },
  { type: ['New Company'] },
];

const combinations: Input[] = [
  { gender: ['woman'], age: ['30 to 34'] },
  { type: ['New Company'], score: '7' },
  { type: ['New Company'], country: ['Germany'] },
  { type: ['New Company'], score: '7', country: ['Germany'] },
  { type: ['New Company'], score: '8', country: ['Germany'], gender: ['woman'] },
  { region: ['Western Europe'], type: ['New Patent'], score: '6' },
  { profile_tags: ['YC Alumni'], country: ['!France'] },
  { profile_tags: ['YC Alumni'], score: '7' },
  { profile_tags: ['YC Alumni'], education_level: ['MBA'] },
  { fullname: 'anna', country: ['Germany'] },
  { industry: ['Fintech'], country: ['Germany'] },
  { fullname: 'maya norwood', country: ['Germany'] },
  { origin: ['Nigeria'], country: ['Germany'] },
  { source: ['Press'], country: ['Germany'] },
  { city: ['Berlin'], country: ['Germany'] },
  { city: ['Berlin'], industry: ['Fintech'] },
  { industry: ['Fintech'], score: '9' },
  { country: ['Germany'], industry: ['Fintech'], type: ['New Company'] },
  { profile_tags: ['YC Alumni'], country: ['Germany'] },
  { past_companies: ['exe_GOOGL'], country: ['Germany'] },
  { past_companies: ['exe_GOOGL'], profile_tags: ['YC Alumni'] },
  { past_education: ['ede_30a598be77e5129b3f0b'], country: ['India'] },
  { screened_by: ['me'], country: ['Germany'] },
  { screened_by: ['others'], country: ['Germany'] },
  { time_relative: '30', country: ['Germany'] },
];

/** The first page of every filter and of frequent combinations, and 40 pages of 100. */
export async function signalPages(sizes: Sizes): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [inputs, maxRatio] of [[singleFilters, 3] as const, [combinations, 4] as const]) {
    for (const input of inputs) {
      const name = `the first page of ${JSON.stringify(input)}`;
      figures.push(await compareSizes(sizes, { name, maxRatio, work: ({ db }) => signals({ db }, input) }));
    }
  }
  const page = (number: number) => signals(sizes.many, { limit: '100', page: String(number) });
  return [...figures, await pagesInSequence(sizes, { name: '40 pages of 100', page })];
}

/** Calls the query of `signals_list` directly: the cost of a tool call itself would hide a part of the difference. */
const signals = ({ db }: Pick<FilledDatabase, 'db'>, { limit, page, ...filter }: Input) =>
  signalPage({ db, now: () => new Date() }, { filters: [filter], page: { limit, page }, viewerId: 'usr_jonas' });
