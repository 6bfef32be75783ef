import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db, OpenedDatabase } from '../../../../src/platform/database/open-database.ts';
import { vacuum } from '../../../../src/platform/database/vacuum.ts';
import { storeLists } from '../../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeCompanies, storeInstitutions } from '../../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import type { talentTools } from '../../../../src/tools/talent/talent-tools.ts';
import type { ToolInput } from '../../../../src/tools/tool.ts';
import { databases } from '../../../support/database/test-databases.ts';
import { describeOnEach } from '../../../support/database/suite-database.ts';
import { type RowsRead, recordStatements, rowsRead } from '../../../support/database/statement-recorder.ts';
import { signalCorpus } from './signals/signal-corpus.ts';
import { type Caller, talentCallers } from './talent-caller.ts';

type EntriesInput = Omit<ToolInput<typeof talentTools.list_entries_list>, 'list_id'>;

const entriesOfList = 400;

const orders: [string, EntriesInput][] = [
  ['no order', {}],
  ['the newest entries', { sort_by: 'entry_created_at', sort_order: 'desc' }],
  ['the oldest entries', { sort_by: 'entry_created_at', sort_order: 'asc' }],
  ['the newest signals', { sort_by: 'signal_discovered_at', sort_order: 'desc' }],
  ['the oldest signals', { sort_by: 'signal_discovered_at', sort_order: 'asc' }],
  ['screened by me', { screened_by: ['me'] }],
  ['not screened by me', { screened_by: ['-me'] }],
  ['screened by others', { screened_by: ['others'] }],
  ['viewed by me', { viewed_by: ['me'] }],
  ['not viewed by others', { viewed_by: ['-others'] }],
  ['viewed by me, the oldest signals', { viewed_by: ['me'], sort_by: 'signal_discovered_at', sort_order: 'asc' }],
];

/** Lookups and their number of statements. A lookup by ids that fit on one page needs no count. */
const lookups: [string, (caller: Caller) => Promise<unknown>, number][] = [
  ['all cities', (caller) => caller.payload('cities_list', {}), 2],
  ['cities by name', (caller) => caller.payload('cities_list', { search: 'city 290' }), 2],
  ['all companies', (caller) => caller.payload('companies_list', {}), 2],
  ['companies by name', (caller) => caller.payload('companies_list', { search: 'company 399' }), 2],
  ['companies by id', (caller) => caller.payload('companies_list', { ids: ['exe_7', 'exe_3999'] }), 1],
  ['all institutions', (caller) => caller.payload('educations_list', {}), 2],
  ['institutions by name', (caller) => caller.payload('educations_list', { search: 'institution 399' }), 2],
  ['institutions by id', (caller) => caller.payload('educations_list', { ids: ['ede_7', 'ede_3999'] }), 1],
];

// Only on the server, if there is one, for the reasons given in `signal-plans.test.ts`.
describeOnEach(databases().slice(-1), 'plans of list entries and lookups', ({ open }) => {
  let opened: OpenedDatabase;
  let db: Db;

  beforeAll(async () => {
    opened = await open();
    db = opened.db;
    const signals = signalCorpus(5_000);
    await storeSignals(db, signals);
    const creator = { id: 'usr_0' };
    const entries = signals.map(({ id }) => ({ signal_id: id }));
    await storeLists(db, [
      {
        id: 'few',
        name: 'Few',
        creator,
        entries: entries.filter((_, index) => index % 12 === 0).slice(0, entriesOfList),
      },
      { id: 'many', name: 'Many', creator, entries },
    ]);
    const names = Array.from({ length: 4_000 }, (_, index) => index);
    await storeCompanies(
      db,
      names.map((index) => ({ id: `exe_${index}`, name: `Company ${index}` })),
    );
    await storeInstitutions(
      db,
      names.map((index) => ({ id: `ede_${index}`, name: `Institution ${index}` })),
    );
    await vacuum(db, 'talent');
  });
  afterAll(() => opened.close());

  /** The rows that a listing reads, for its page and for its total. */
  async function readBy(list: (caller: Caller) => Promise<unknown>): Promise<RowsRead[]> {
    const recorder = recordStatements(db);
    await list(talentCallers(recorder.db)('usr_0'));
    const statements = recorder.take().filter(({ sql }) => / limit |where id = any/.test(sql));
    return Promise.all(statements.map((statement) => rowsRead(db, statement)));
  }

  it.each(orders)('read the entries of one list only, each at most four times: %s', async (_name, input) => {
    const read = await readBy((caller) => caller.payload('list_entries_list', { list_id: 'few', ...input }));

    expect(read).toHaveLength(2);
    for (const { fromTables, fromIndexes } of read) {
      expect(fromTables + fromIndexes).toBeLessThanOrEqual(entriesOfList * 4);
    }
  });

  it.each(lookups)('read few rows per returned row: %s', async (_name, list, statements) => {
    const read = await readBy(list);

    expect(read).toHaveLength(statements);
    for (const { returned, fromTables, fromIndexes } of read) {
      expect(fromTables + fromIndexes).toBeLessThanOrEqual(returned * 30);
    }
  });
});
