import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db, OpenDatabase } from '../../../src/database/open-database.ts';
import { settleTalent } from '../../../src/services/talent/store/settle-talent.ts';
import { storeSignals } from '../../../src/services/talent/store/store-signals.ts';
import type { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import type { ToolInput } from '../../../src/tools/tool.ts';
import { databases } from '../../support/database.ts';
import { explain, recordStatements } from '../../support/statement-recorder.ts';
import { signalCorpus } from './signal-corpus.ts';
import { talentCallers } from './talent-caller.ts';

const filters: [string, ToolInput<typeof talentTools.signals_list>][] = [
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
  ['screened by anybody', { screened_by: ['me', 'others'] }],
  ['screened by one user', { screened_by: ['usr_2'] }],
  ['not screened by others', { screened_by: ['-others'] }],
  ['screened by nobody', { screened_by: ['-me', '-others'] }],
  ['source', { source: ['press'] }],
  ['an unknown source', { source: ['rumours'] }],
  ['a year', { time_range: ['2025-01-01', '2025-12-31'] }],
  ['a day', { time_range: ['2025-12-24', '2025-12-24'] }],
  ['within days', { time_relative: '30' }],
  ['since a point in time', { time_relative: String(Date.UTC(2025, 11, 1)) }],
  ['type', { type: ['New Company'] }],
  ['many types', { type: ['New Company', 'Promoted', 'New Grant', 'New Patent', 'Left Position'] }],
  ['type and country', { type: ['New Company'], country: ['Country 0'] }],
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

describe.each(databases())('plans of signals_list on $name', ({ open }) => {
  let opened: OpenDatabase;
  let db: Db;

  beforeAll(async () => {
    opened = await open();
    db = opened.db;
    await storeSignals(db, signalCorpus(20_000));
    await settleTalent(db);
  });
  afterAll(() => opened.close());

  it.each(filters)('never walk through all signals: %s', async (_name, filter) => {
    const recorder = recordStatements(db);
    const usr0 = talentCallers(recorder.db, () => new Date('2026-01-01T00:00:00Z'))('usr_0');
    await usr0.payload('signals_list', filter);
    const statements = recorder.take();
    const plans = await Promise.all(statements.map((statement) => explain(db, statement)));

    const scans = plans
      .flat()
      .filter((node) => node['Relation Name'] === 'talent_signals' && node['Node Type'] === 'Seq Scan');
    expect(scans).toEqual([]);
    expect(statements.filter((statement) => statement.sql.includes('talent_signals'))).toHaveLength(2);
  });
});
