import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { storeCities, storeCompanies, storeInstitutions } from '../store/store-lookups.ts';
import { storeLists } from '../store/store-lists.ts';
import { storeSearches } from '../store/store-searches.ts';
import { storeSignals } from '../store/store-signals.ts';
import { storeUsers } from '../store/store-users.ts';
import { type DemoDataOptions, makeDemoData } from './demo-data.ts';

/** Stores the demo data in one transaction: when the process is killed before the end, nothing of it is there. */
export async function fillWithDemoData(db: Db, options: DemoDataOptions): Promise<void> {
  const data = makeDemoData(options);
  await inTransaction(db, async (trx) => {
    await storeUsers(trx, data.users);
    await storeCompanies(trx, data.companies);
    await storeInstitutions(trx, data.institutions);
    await storeCities(trx, data.cities);
    await storeSignals(trx, data.signals);
    await storeLists(trx, data.lists);
    await storeSearches(trx, data.searches);
  });
}

/** Whether the service is new: no signal, list, saved search, company or institution is stored. */
export async function isTalentEmpty(db: Db): Promise<boolean> {
  for (const table of [
    'talent_signals',
    'talent_lists',
    'talent_searches',
    'talent_companies',
    'talent_institutions',
  ] as const) {
    const row = await db.selectFrom(table).select('id').limit(1).executeTakeFirst();
    if (row) return false;
  }
  return true;
}
