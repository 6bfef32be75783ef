import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { turnsOfWork } from '../../src/operation/work-turns.ts';
import { storeActivities } from '../../src/platform/services/conversation/store/store-activities.ts';
import { storeCompanies } from '../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../src/platform/services/talent/store/store-signals.ts';
import { activity, uuid } from '../platform/services/conversation/conversation-records.ts';
import { daysAgo, useConversationGraph } from './conversation/conversation-graph.ts';
import { minutesAgo } from '../support/graph/test-graph.ts';

const guestsPerCall = 10;
const calls = 4;
const labs = { company_id: 'exe_labs', company_name: 'Labs', start_date: '2020', is_current: true };

describe('the turns of long work', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    await storeCompanies(graph.db, [{ id: 'exe_labs', name: 'Labs', domain: 'labs.example' }]);
    await storeSignals(graph.db, [
      { id: 'sig_ada', full_name: 'Ada Ex', discovered_at: minutesAgo(1), experiences: [labs] },
    ]);
    const participants = (call: number) =>
      Array.from({ length: guestsPerCall }, (_, guest) => ({
        id: uuid(`guest ${call} ${guest}`),
        name: 'Ada Ex',
        email: 'ada@labs.example',
        affiliation: 'external' as const,
      }));
    await storeActivities(
      graph.db,
      Array.from({ length: calls }, (_, call) =>
        activity(`call ${call}`, { started_at: daysAgo(call + 1), participants: participants(call) }),
      ),
    );
  });

  let taken = 0;
  let takenEarly = 0;
  beforeEach(() => {
    taken = 0;
    takenEarly = 0;
    vi.spyOn(turnsOfWork, 'open').mockImplementation(() => ({
      isDue: true,
      take: async () => {
        const stack = new Error('caller').stack ?? '';
        // Turns of `work-list.ts` are between fields.
        if (stack.includes('/src/graph/')) taken += 1;
        else if (!stack.includes('work-list.ts')) takenEarly += 1;
      },
    }));
  });
  afterEach(() => void vi.restoreAllMocks());

  it.each([
    // One piece for the page of the scan, one per guest, and one per guest with the person's name.
    ['matching a person', '{ signal(id: "sig_ada") { conversations { totalCount } } }', 1 + 2 * calls * guestsPerCall],
    // One piece for the page, one for the name of the guests, and one per guest.
    [
      'matching guests',
      '{ activities { nodes { participants { signals { totalCount } } } } }',
      2 + calls * guestsPerCall,
    ],
    [
      'finding the conversations of a company',
      '{ company(id: "exe_labs") { conversations { totalCount } } }',
      1 + calls,
    ],
    ['counting facets', '{ signals { facets(by: [COUNTRY, TYPE, INDUSTRY]) { countedSignals } } }', 3],
  ])('may end between any two pieces of %s', async (_, query, pieces) => {
    const { errors } = await graph.execute({ toString: () => query }, {});
    expect(errors).toEqual([]);
    expect(taken).toBe(pieces);
  });

  it.each([
    ['decoded and before it is parsed', '{ signals {', 2],
    ['decoded, before it is parsed, and before its cost is estimated', '{ __typename }', 3],
  ])('are taken before a document is %s', async (_, query, turns) => {
    await graph.execute({ toString: () => query }, {});
    expect(takenEarly).toBe(turns);
  });
});
