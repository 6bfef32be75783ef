import { beforeAll, describe, expect, it, vi } from 'vitest';
import { turnsOfWork } from '../../../src/operation/work-turns.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { activityPayload } from '../../support/platform/tool-payloads.ts';
import { uuid } from '../../platform/services/conversation/conversation-records.ts';
import { called, times } from '../../support/graph/expected-tool-calls.ts';
import { minutesAgo } from '../../support/graph/test-graph.ts';
import { costOf } from '../cost/estimate/estimated.ts';
import { daysAgo, iso, useConversationGraph } from '../conversation/conversation-graph.ts';

const aliases = 50;
const openTurns = turnsOfWork.open;

/** A query that scans a period under each alias; the periods start `stepMs` apart. */
const query = (stepMs: number) =>
  `{ signal(id: "sig_ada") { ${Array.from({ length: aliases }, (_, index) => {
    const [from, to] = [iso(daysAgo(100) + index * stepMs), iso(daysAgo(50))];
    return `of${index}: conversations(occurred: { from: "${from}", to: "${to}" }) { totalCount }`;
  }).join(' ')} } }`;

describe('periods under many aliases', () => {
  const graph = useConversationGraph();

  beforeAll(() => storeSignals(graph.db, [{ id: 'sig_ada', discovered_at: minutesAgo(1), full_name: 'Ada Ex' }]));

  it('of the same seconds share calls, and are compared in turns, so that other work continues', async () => {
    const pages = 3;
    let turns = 0;
    using opened = vi.spyOn(turnsOfWork, 'open').mockImplementation((identifier) => {
      const { take } = openTurns(identifier);
      return { isDue: true, take: () => ((turns += 1), take()) };
    });
    graph.tools.replace('activities_list', async ({ input }) => {
      const { page } = Object(input);
      turns = 0;
      const items = Array.from({ length: 500 }, (_, index) => ({ ...activityPayload, id: uuid(`${page} ${index}`) }));
      return { items, total: pages * items.length };
    });
    const { toolCalls } = await graph.ask({ toString: () => query(1) }, {});

    expect(toolCalls).toEqual([called('signals_get'), ...times(pages, called('activities_list'))]);
    expect(opened).toHaveBeenCalled();
    expect(turns).toBeGreaterThanOrEqual(aliases);
  });

  it('cost the calls of each period', () => {
    expect(costOf(query(1000))?.calls).toMatchObject({ activities_list: aliases });
  });
});
