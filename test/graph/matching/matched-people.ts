import { storeActivities } from '../../../src/platform/services/conversation/store/store-activities.ts';
import { storeCompanies } from '../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import type { Db } from '../../../src/platform/database/open-database.ts';
import { activity, ada, uuid } from '../../platform/services/conversation/conversation-records.ts';
import { minutesAgo } from '../../support/graph/test-graph.ts';
import { daysAgo } from '../conversation/conversation-graph.ts';

const labs = { company_id: 'exe_labs', company_name: 'Example Labs', start_date: '2020', is_current: true };
const tides = { company_id: 'exe_tides', company_name: 'Tidewater', start_date: '2020', is_current: true };

const guest = (name: string, email: string | null) => ({
  name,
  email,
  affiliation: 'external' as const,
});
const host = { name: 'Ada Moreau', affiliation: 'internal' as const, user_id: ada };

const nadia = guest('Nadia Ex', 'nadia@labs.example');
const bo = guest('Bo Lind', 'bo@gmail.com');

const call = (title: string, startedAt: number, guests: ReturnType<typeof guest>[]) =>
  activity(title, {
    started_at: startedAt,
    participants: [host, ...guests].map((participant, index) => ({ ...participant, id: uuid(`${title} ${index}`) })),
  });

/**
 * Two people are called Nadia Ex. The one at Example Labs has two signals; Ada has screened
 * `sig_nadia_old`. Bo Lind has one signal. Robert Tall and Bob Tall both work at Example Labs.
 */
export async function storeMatchedPeople(db: Db): Promise<void> {
  await storeCompanies(db, [
    { id: 'exe_labs', name: 'Example Labs', domain: 'labs.example' },
    { id: 'exe_tides', name: 'Tidewater', domain: 'tidewater.example' },
  ]);
  const signal = (id: string, age: number, fields: object) => ({ id, discovered_at: minutesAgo(age), ...fields });
  await storeSignals(db, [
    signal('sig_nadia', 1, { full_name: 'Nadia Ex', linkedin_id: 'in-nadia', experiences: [labs] }),
    signal('sig_nadia_old', 9, {
      full_name: 'Nadia Ex',
      linkedin_id: 'in-nadia',
      experiences: [labs],
      screenings: [{ user: 'usr_ada' }],
    }),
    signal('sig_twin', 2, { full_name: 'NADIA EX', linkedin_id: 'in-twin', experiences: [tides] }),
    signal('sig_bo', 3, { full_name: 'Bo Lind', linkedin_id: 'in-bo', experiences: [tides] }),
    signal('sig_absent', 4, { full_name: 'Carla Absent', experiences: [labs] }),
    signal('sig_robert', 20, { full_name: 'Robert Tall', linkedin_id: 'in-robert', experiences: [labs] }),
    signal('sig_bob', 21, { full_name: 'Bob Tall', linkedin_id: 'in-bob', experiences: [labs] }),
    signal('sig_word', 5, { full_name: 'Nadia' }),
    signal('sig_nameless', 6, {}),
  ]);
  await storeActivities(db, [
    call('first', daysAgo(1), [nadia]),
    // Two guests with the same name: the one with the better score counts.
    call('second', daysAgo(2), [guest('Nadia Ex', null), nadia, bo]),
    call('third', daysAgo(3), [guest('Nadia Ex', null)]),
    call('same time a', daysAgo(4), [nadia]),
    call('same time b', daysAgo(4), [nadia]),
    call('recent enough', daysAgo(180), [nadia]),
    call('old', daysAgo(200), [nadia]),
    call('ambiguous', daysAgo(170), [guest('Bob Tall', 'bob@labs.example')]),
  ]);
}
