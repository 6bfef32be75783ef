import type { Db } from '../../src/platform/database/open-database.ts';
import { storeLists, storeSearches } from '../../src/platform/services/talent/store/store-shared-records.ts';
import { storeCompanies, storeInstitutions } from '../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../src/platform/services/talent/store/store-signals.ts';

/** Stores records to which both subgraphs refer. The caller `demo` is the user `usr_demo`. */
export async function storeTalentRecords(db: Db): Promise<void> {
  await storeCompanies(db, [
    { id: 'exe_mill', name: 'Millwright', domain: 'millwright.example', industry: 'Robotics' },
    { id: 'exe_kiln', name: 'Kiln Works', domain: null, industry: null },
  ]);
  await storeInstitutions(db, [
    { id: 'ede_north', name: 'North Coast University', country: 'Norway' },
    { id: 'ede_delta', name: 'Delta Polytechnic', country: null },
  ]);
  await storeSignals(
    db,
    ['Ines Vale', 'Tor Quist', 'Uma Reyes', 'Cato Brandt'].map((name, index) => ({
      id: `sig_${index + 1}`,
      full_name: name,
      score: index + 5,
      discovered_at: `2026-02-0${index + 1}T08:00:00Z`,
    })),
  );
  await storeLists(db, [
    {
      id: 'lst_founders',
      name: 'Founders',
      creator: 'usr_demo',
      created_at: '2026-02-05T08:00:00Z',
      entries: [
        { id: 'ent_1', signal_id: 'sig_1', created_at: '2026-02-06T08:00:00Z' },
        { id: 'ent_2', signal_id: 'sig_2', created_at: '2026-02-07T08:00:00Z' },
      ],
    },
    { id: 'lst_boards', name: 'Boards', creator: 'usr_demo', created_at: '2026-02-08T08:00:00Z' },
    { id: 'lst_hidden', name: 'Hidden', creator: 'usr_else', created_at: '2026-02-09T08:00:00Z' },
  ]);
  await storeSearches(db, [
    { id: 'sch_top', title: 'Top scores', creator: 'usr_demo', created_at: '2026-02-05T08:00:00Z' },
    { id: 'sch_new', title: 'New this week', creator: 'usr_demo', created_at: '2026-02-06T08:00:00Z' },
  ]);
}
