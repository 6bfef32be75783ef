import { storeSignals } from '../../src/platform/services/talent/store/store-signals.ts';
import { openBenchApp } from './bench-app.ts';
import type { BenchCase, Figure } from './figure.ts';

/** A documented query with its expected number of calls per tool. */
interface PlannedQuery {
  name: string;
  document: string;
  plan: (data: Record<string, unknown>) => Record<string, number>;
}

const ids = (data: unknown, key: string): Set<unknown> => {
  const found = new Set<unknown>();
  JSON.stringify(data, (name, value: unknown) => {
    if (name === key && typeof value === 'object' && value !== null && 'id' in value) found.add(value.id);
    return value;
  });
  return found;
};

const hundreds = (count: number) => Math.ceil(count / 100);

const queries: PlannedQuery[] = [
  {
    name: '50 signals with lists, companies and institutions',
    document: `{ signals(first: 50, filter: { types: [NEW_PATENT, NEW_GRANT] }) { nodes {
      lists { id name } experiences { company { id name } } educations { institution { id name } } } } }`,
    plan: (data) => ({
      signals_list: 1,
      signals_entries: 50,
      lists_list: 1,
      companies_list: hundreds(ids(data, 'company').size),
      educations_list: hundreds(ids(data, 'institution').size),
    }),
  },
  {
    name: '50 signals with the ids of lists, companies and institutions',
    document: `{ signals(first: 50) { nodes { lists { id } experiences { company { id } } educations { institution { id } } } } }`,
    plan: () => ({ signals_list: 1, signals_entries: 50 }),
  },
  {
    name: 'ten signals of three people with all signals of each person',
    document: `{ signals(first: 10, filter: { sources: ["bench"] }) { nodes { linkedinId samePersonSignals { id } } } }`,
    plan: () => ({ signals_list: 1, signals_list_by_linkedin_id: 3 }),
  },
  {
    name: 'a saved search with its signals',
    document: '{ savedSearches { id title signals(first: 5) { nodes { id fullName } } } }',
    plan: (data) => ({ searches_list: 1, searches_signals_list: JSON.stringify(data).split('"title"').length - 1 }),
  },
  {
    name: 'all lists with their newest entries',
    document: '{ lists { id name entries(first: 5) { nodes { signal { id fullName } } } } }',
    plan: (data) => ({ lists_list: 1, list_entries_list: JSON.stringify(data).split('"entries"').length - 1 }),
  },
  {
    name: '25 activities with summary, start of the transcript, comments, scores and host',
    document: `{ activities(first: 25, filter: { status: COMPLETED }) { nodes { title host { name } summary { content }
      transcript { segments(first: 3) { nodes { text participant { name } } } } comments { text } callScores { score } } } }`,
    plan: () => ({
      activities_list: 1,
      users_list: 1,
      summary_get: 25,
      transcript_get: 25,
      comments_list: 1,
      automated_call_scoring_list: 1,
    }),
  },
];

export const toolCalls: BenchCase = {
  name: 'tool calls',
  async measure() {
    const app = await openBenchApp();
    await storeSignals(app.db, tenOfThree());
    const figures: Figure[] = [];
    for (const { name, document, plan } of queries) {
      const { data, extensions } = await app.query(document);
      const called = Object.fromEntries(
        Object.entries(Object.groupBy(extensions.toolCalls, ({ tool }) => tool)).map(([tool, calls]) => [
          tool,
          calls?.length ?? 0,
        ]),
      );
      figures.push(planned(name, called, plan(data)));
    }
    await app.close();
    return figures;
  },
};

/** Ten signals of three people, newer than all others. */
const tenOfThree = () =>
  Array.from({ length: 10 }, (_, index) => ({
    id: `sig_bench${index}`,
    discovered_at: Date.now() - index,
    source: 'bench',
    linkedin_id: `in-bench${index % 3}`,
  }));

function planned(name: string, called: Record<string, number>, plan: Record<string, number>): Figure {
  const text = (counts: Record<string, number>) => Object.values(counts).join(' + ');
  const reached = Object.keys({ ...called, ...plan }).every((tool) => called[tool] === plan[tool]);
  return { name, value: text(called), baseline: '', target: text(plan), reached };
}
