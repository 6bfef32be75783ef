import { afterAll, describe, expect, it } from 'vitest';
import { goldenPayloads } from '../../src/tools/golden-payloads.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { activityId, toolsByName as tools } from '../platform/golden/golden-calls.ts';
import { useResource } from '../support/resource.ts';
import { type Contract, createCaller, type Fields, type Given, onceFor, period, recent } from './contract-caller.ts';
import { valuesAt } from './filter-rules.ts';
import { describeListing, listings } from './listing-contract.ts';
import type { ContractTarget } from './open-platform.ts';
import { describeTools } from './tool-contract.ts';
import { describeWrites } from './write-contract.ts';

const neverTried = [
  'signal_mark_viewed and activity_upload: they cannot be undone',
  'FORBIDDEN, RATE_LIMITED, OVERLOADED and expired accounts: the suite cannot provoke them',
];

/**
 * Tests what the graph expects of a platform. Reads records of the platform first, and computes
 * from them what each call must return. Logs the tests that it skips; `mustTryAll` fails them.
 */
export function describeContract(name: string, open: () => Promise<ContractTarget>, { mustTryAll = false } = {}): void {
  // oxlint-disable-next-line vitest/valid-title -- the caller names the platform
  describe(name, () => {
    const target = useResource(open);
    const call = createCaller(target);
    const idFor = createIdFor(call);
    const untried = new Set<string>();
    const check: Contract['check'] = (title, needed, run) =>
      // oxlint-disable-next-line vitest/valid-title -- the caller names the test
      it(title, async (context) => {
        const skip = (reason: string, line = reason) => {
          untried.add(line);
          if (mustTryAll) throw new Error(`Cannot be tried: ${reason}`);
          return context.skip(reason);
        };
        const given: Given = (value, reason) =>
          value === null || value === undefined || value === false ? skip(reason, `${title}: ${reason}`) : value;
        const missing = needed.map(call.nameOf).find((toolName) => !target.tools.has(toolName));
        if (missing !== undefined) skip(`the platform lists no ${missing} for ${target.identifier}`);
        const params = Object(goldenPayloads[needed[0]?.name ?? '']?.lean.params);
        const dates = Object(params.toDate ? period : { fromDate: recent });
        const input: Record<string, unknown> = {};
        for (const [key, value] of Object.entries(params)) {
          const id = idFor(String(value));
          input[key] = id ? given(await id, 'there is no record to read') : (dates[key] ?? value);
        }
        expect.hasAssertions();
        await run(given, input);
      });
    const contract: Contract = { target, call, check };
    describeTools(contract);
    for (const listing of listings) describeListing(contract, listing);
    describeWrites(contract);
    if (!mustTryAll) afterAll(() => console.log(['Not tried:', ...untried, ...neverTried].join('\n- ')));
  });
}

/** Finds an id of the platform for one in `goldenPayloads`: the highest rank of the first page. */
function createIdFor(call: Contract['call']) {
  async function first(tool: Tool, input: object, rank: (item: Fields) => unknown = () => 0): Promise<unknown> {
    const { items } = await call.page(tool, input);
    const ranks = await Promise.all(items.map(async (item) => Number(await rank(item))));
    return items[ranks.indexOf(Math.max(...ranks))]?.['id'];
  }
  const filters = async (item: Fields) =>
    valuesAt(item, 'filters').length > 1 &&
    (await call.page(tools.searches_signals_list, { id: item['id'] })).items.length;
  const find: Record<string, () => Promise<unknown>> = {
    sig_1: () => first(tools.signals_list, {}),
    lst_1: () => first(tools.lists_list, {}, ({ entryCount }) => entryCount),
    ent_1: async () => first(tools.list_entries_list, { list_id: await idFor('lst_1') }),
    sch_1: () => first(tools.searches_list, {}, filters),
    [activityId]: () => first(tools.activities_list, { fromDate: recent }),
  };
  const idFor = onceFor((goldenId: string) => find[goldenId]?.());
  return idFor;
}
