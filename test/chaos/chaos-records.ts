import type { Db } from '../../src/platform/database/open-database.ts';
import { storeActivities } from '../../src/platform/services/conversation/store/store-activities.ts';
import { storeLists, storeSearches } from '../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../src/platform/services/talent/store/store-signals.ts';
import { activity, storeTeams } from '../platform/services/conversation/conversation-records.ts';
import { minutesAgo } from '../support/graph/test-graph.ts';

/** Stores a few records of every kind that the tested operations need. */
export async function storeChaosRecords(db: Db): Promise<void> {
  await storeSignals(
    db,
    [1, 2, 3].map((index) => ({
      id: `sig_${index}`,
      discovered_at: minutesAgo(index),
      full_name: `Person ${index}`,
      type: 'New Company',
    })),
  );
  await storeLists(db, [{ id: 'lst_1', name: 'Founders', creator: 'usr_ada', entries: [{ signal_id: 'sig_1' }] }]);
  await storeSearches(db, [{ id: 'sch_1', title: 'All', creator: 'usr_ada', filters: [] }]);
  await storeTeams(db);
  await storeActivities(db, [activity('Kickoff')]);
}
