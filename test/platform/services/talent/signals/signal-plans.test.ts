import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db, OpenedDatabase } from '../../../../../src/platform/database/open-database.ts';
import { vacuum } from '../../../../../src/platform/database/vacuum.ts';
import { storeSignals } from '../../../../../src/platform/services/talent/store/store-signals.ts';
import type { talentTools } from '../../../../../src/tools/talent/talent-tools.ts';
import type { ToolInput } from '../../../../../src/tools/tool.ts';
import { databases } from '../../../../support/database/test-databases.ts';
import { describeOnEach } from '../../../../support/database/suite-database.ts';
import { recordStatements, rowsRead } from '../../../../support/database/statement-recorder.ts';
import { signalCorpus } from './signal-corpus.ts';
import { type Caller, talentCallers } from '../talent-caller.ts';

type Filter = ToolInput<typeof talentTools.signals_list>;

const filters: [string, Filter][] = [
  ['no filter', {}],
  ['age', { age: ['Below 25'] }],
  ['two ages', { age: ['Below 25', 'Above 49'] }],
  ['a frequent city', { city: ['City 0'] }],
  ['a rare city', { city: ['City 290'] }],
  ['an excluded city', { city: ['!City 0'] }],
  ['a country', { country: ['Country 0'] }],
  ['many countries', { country: ['Country 0', 'Country 1', 'Country 2', 'Country 3', 'Country 4'] }],
  ['an excluded country', { country: ['!Country 0'] }],
  ['countries, some excluded', { country: ['Country 1', 'Country 3', '!Country 0'] }],
  ['created after, long ago', { created_after: String(Date.UTC(2020, 0, 1)) }],
  ['created after, of late', { created_after: String(Date.UTC(2025, 11, 25)) }],
  ['customer focus', { customer_focus: ['B2B'] }],
  ['both customer focuses', { customer_focus: ['B2B', 'B2C'] }],
  ['education level', { education_level: ['MBA'] }],
  ['a frequent name', { fullname: 'schmidt' }],
  ['a rare name', { fullname: 'Schmidt 1999' }],
  ['two letters of a name', { fullname: 'an' }],
  ['one letter of a name', { fullname: 'z' }],
  ['two letters that few old signals have', { fullname: 'Xu' }],
  ['two letters that no name has', { fullname: 'qx' }],
  ['two words of one letter', { fullname: 'a j' }],
  ['gender', { gender: ['woman'] }],
  ['industry', { industry: ['Industry 3'] }],
  ['an excluded industry', { industry: ['!Industry 0'] }],
  ['origin', { origin: ['Country 7'] }],
  ['a frequent company', { past_companies: ['exe_0'] }],
  ['a rare company', { past_companies: ['exe_450'] }],
  ['many companies', { past_companies: ['exe_0', 'exe_1', 'exe_2', 'exe_3', 'exe_4', 'exe_5', 'exe_6'] }],
  ['an institution', { past_education: ['ede_10'] }],
  ['a profile tag', { profile_tags: ['VC Investor'] }],
  ['many profile tags', { profile_tags: ['VC Investor', 'YC Alumni', 'Serial Founder', 'Banking experience'] }],
  ['region', { region: ['Region 5'] }],
  ['a low score', { score: '2' }],
  ['a high score', { score: '10' }],
  ['screened by me', { screened_by: ['me'] }],
  ['screened by others', { screened_by: ['others'] }],
  ['screened by any user', { screened_by: ['me', 'others'] }],
  ['screened by one user', { screened_by: ['usr_2'] }],
  ['not screened by others', { screened_by: ['-others'] }],
  ['screened by no user', { screened_by: ['-me', '-others'] }],
  ['source', { source: ['press'] }],
  ['an unknown source', { source: ['rumours'] }],
  ['a year', { time_range: ['2025-01-01', '2025-12-31'] }],
  ['a day', { time_range: ['2025-12-24', '2025-12-24'] }],
  ['within days', { time_relative: '30' }],
  ['since a point in time', { time_relative: String(Date.UTC(2025, 11, 1)) }],
  ['type', { type: ['New Company'] }],
  ['many types', { type: ['New Company', 'Promoted', 'New Grant', 'New Patent', 'Left Position'] }],
  ['gender and age', { gender: ['woman'], age: ['30 to 34'] }],
  ['type and score', { type: ['New Company'], score: '7' }],
  ['type and country', { type: ['New Company'], country: ['Country 0'] }],
  ['type, score and country', { type: ['New Company'], score: '7', country: ['Country 0'] }],
  ['tag and gender', { profile_tags: ['VC Investor'], gender: ['woman'] }],
  ['company and country', { past_companies: ['exe_0'], country: ['Country 7'] }],
  ['company and excluded country', { past_companies: ['exe_0'], country: ['Country 7', '!Country 0'] }],
  ['institution and country', { past_education: ['ede_0'], country: ['Country 7'] }],
  ['company and tag', { past_companies: ['exe_9'], profile_tags: ['VC Investor'] }],
  ['industry and country', { industry: ['Industry 3'], country: ['Country 3'] }],
  ['origin and country', { origin: ['Country 7'], country: ['Country 3'] }],
  ['name and country', { fullname: 'schmidt', country: ['Country 0'] }],
  ['tag and score', { profile_tags: ['VC Investor'], score: '7' }],
  ['time, score and excluded city', { time_relative: '90', score: '5', city: ['!City 0', '!City 1'] }],
  [
    'many filters',
    {
      country: ['Country 0', 'Country 3'],
      industry: ['Industry 0', 'Industry 1'],
      score: '6',
      type: ['New Company', 'Stealth Position'],
      past_companies: ['exe_0', 'exe_1'],
    },
  ],
];

/** Maximum number of table rows, and of entries in index-only scans, that may be read per returned row. */
const defaultLimits = { ofTables: 25, ofIndexes: 20 };
const raisedLimits: Partial<Record<string, typeof defaultLimits>> = {
  // Three indexes are combined, each of which is read for all its matches.
  'many filters': { ofTables: 25, ofIndexes: 600 },
  // Two indexes are combined, each of which is read for all its matches.
  'industry and country': { ofTables: 25, ofIndexes: 80 },
  'origin and country': { ofTables: 25, ofIndexes: 80 },
  // No index has the screenings of a user in the order of the signals' discovery.
  'screened by one user': { ofTables: 60, ofIndexes: 20 },
  // The index knows which letters a name contains, but not where.
  'two words of one letter': { ofTables: 50, ofIndexes: 160 },
};

// Only on the server, if there is one: the plans of PGlite are the same, and storing so many signals takes long.
describeOnEach(databases().slice(-1), 'plans of signals_list', ({ open }) => {
  let opened: OpenedDatabase;
  let db: Db;

  beforeAll(async () => {
    opened = await open();
    db = opened.db;
    await storeSignals(db, signalCorpus(10_000));
    const oldNames = Array.from({ length: 40 }, (_, index) => `Mei Xu ${index}`);
    await storeSignals(
      db,
      oldNames.map((name) => ({ id: name, full_name: name, discovered_at: '2001-01-01' })),
    );
    // Only rows whose commit is on disk enter the visibility map.
    await db.executeQuery(CompiledQuery.raw('checkpoint'));
    await vacuum(db, 'talent');
  });
  afterAll(() => opened.close());

  it.each(filters)('read few rows per returned row: %s', async (name, filter) => {
    const recorder = recordStatements(db);
    const usr0 = talentCallers(recorder.db, () => new Date('2026-01-01T00:00:00Z'))('usr_0');
    await usr0.payload('signals_list', filter);
    const statements = recorder.take().filter(({ sql }) => /^(?!explain).* from "talent_signals"/.test(sql));

    // The page, and the total unless the first page has all matches or the planner expects too many.
    expect(statements.length).toBeOneOf([1, 2]);
    const max = raisedLimits[name] ?? defaultLimits;
    for (const statement of statements) {
      const { returned, fromTables, fromIndexes } = await rowsRead(db, statement);
      expect(fromTables).toBeLessThanOrEqual(returned * max.ofTables);
      expect(fromIndexes).toBeLessThanOrEqual(returned * max.ofIndexes);
    }
  });

  it.each<[string, Filter]>([
    ['gender and age', { gender: ['woman'], age: ['30 to 34'] }],
    ['type and score', { type: ['New Company'], score: '7' }],
    ['type, score and country', { type: ['New Company'], score: '7', country: ['Country 0'] }],
    ['a frequent profile tag', { profile_tags: ['VC Investor'] }],
    [
      'country, type, gender and focus',
      { country: ['Country 0'], type: ['Promoted'], gender: ['man'], customer_focus: ['B2B'] },
    ],
  ])('count with an index-only scan: %s', async (_name, filter) => {
    const recorder = recordStatements(db);
    await talentCallers(recorder.db)('usr_0').payload('signals_list', filter);
    const counts = recorder.take().filter(({ sql }) => sql.includes('as "bounded"'));

    const read = await Promise.all(counts.map((statement) => rowsRead(db, statement)));
    expect(read.map(({ fromTables }) => fromTables)).toEqual([0]);
  });

  it('count up to 1,000 matches of every filter in a table of many signals', async () => {
    const grow = `update pg_class set reltuples = 200000 where relname = 'talent_signals'`;
    await db.executeQuery(CompiledQuery.raw(grow));
    const usr0 = talentCallers(db, () => new Date('2026-01-01T00:00:00Z'))('usr_0');
    const totals: [string, number | null][] = [];
    const matches: [string, number | null][] = [];
    for (const [name, filter] of filters) {
      totals.push([name, (await usr0.record('signals_list', filter)).total]);
      const last = await usr0.record('signals_list', { ...filter, limit: '100', page: '10' });
      matches.push([name, last.hasMore ? null : await countItems(usr0, filter)]);
    }
    await vacuum(db, 'talent');
    expect(totals).toEqual(matches);
    expect(totals.filter(([, total]) => total === null)).toHaveLength(33);
  });
});

async function countItems(caller: Caller, filter: Filter): Promise<number> {
  for (let page = 1, count = 0; ; page += 1) {
    const { items, hasMore } = await caller.record('signals_list', { ...filter, limit: '100', page: String(page) });
    count += items.length;
    if (!hasMore) return count;
  }
}
