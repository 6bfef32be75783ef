import { afterAll, describe, expect, it } from 'vitest';
import { goldenPayloads } from '../../src/tools/golden-payloads.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { activityId, toolsByName } from '../platform/golden/golden-calls.ts';
import { useResource } from '../support/resource.ts';
import {
  type Caller,
  type Contract,
  type ContractTarget,
  createCaller,
  type Item,
  onceFor,
  period,
  recent,
} from './contract-caller.ts';
import { valuesAt } from './filter-rules.ts';
import { describeListings } from './listing-contract.ts';
import { describeTools } from './tool-contract.ts';
import { describeWrites } from './write-contract.ts';

interface ContractOptions {
  open: () => Promise<ContractTarget>;
  /** Whether a test fails if it would be skipped. Otherwise the suite ends with a list of what it could not try. */
  mustTryAll?: boolean;
}

const neverTried = [
  'signal_mark_viewed and activity_upload: they cannot be undone',
  'FORBIDDEN, RATE_LIMITED, OVERLOADED and expired accounts: the suite cannot provoke them',
];

/** What the graph expects of a platform. Reads a sample first, and computes from it what each call must return. */
export function describeContract(name: string, { open, mustTryAll = false }: ContractOptions): void {
  // oxlint-disable-next-line vitest/valid-title -- the caller names the platform
  describe(name, () => {
    const target = useResource(open);
    const call = createCaller(target);
    const untried = new Set<string>();
    const check: Contract['check'] = (title, tools, run) =>
      // oxlint-disable-next-line vitest/valid-title -- the caller names the test
      it(title, async (context) => {
        const skip = (reason: string, line = reason) => {
          untried.add(line);
          if (mustTryAll) throw new Error(`Cannot be tried: ${reason}`);
          return context.skip(reason);
        };
        const missing = tools.map(call.nameOf).find((toolName) => !target.tools.has(toolName));
        if (missing !== undefined) skip(`the platform lists no ${missing} for ${target.identifier}`);
        expect.hasAssertions();
        await run((value, reason) =>
          value === null || value === undefined || value === false ? skip(reason, `${title}: ${reason}`) : value,
        );
      });
    const contract: Contract = { target, call, check, golden: createGolden(call) };
    describeTools(contract);
    describeListings(contract);
    describeWrites(contract);
    if (!mustTryAll) afterAll(() => console.log(['Not tried:', ...untried, ...neverTried].join('\n- ')));
  });
}

/** Replaces the ids of the golden call by ids of the first page; of several records, by the one with the highest rank. */
function createGolden(call: Caller): Contract['golden'] {
  const { signals_list, lists_list, list_entries_list, searches_list, searches_signals_list, activities_list } =
    toolsByName;
  async function first(tool: Tool, input: object, rank: (item: Item) => unknown = () => 0): Promise<unknown> {
    const { items } = await call.page(tool, input);
    const ranks = await Promise.all(items.map(async (item) => Number(await rank(item))));
    return items[ranks.indexOf(Math.max(...ranks))]?.['id'];
  }
  const filters = async (item: Item) =>
    valuesAt(item, 'filters').length > 1 && (await call.page(searches_signals_list, { id: item['id'] })).items.length;
  const find: Record<string, () => Promise<unknown>> = {
    sig_1: () => first(signals_list, {}),
    lst_1: () => first(lists_list, {}, ({ entryCount }) => entryCount),
    ent_1: async () => first(list_entries_list, { list_id: await idFor('lst_1') }),
    sch_1: () => first(searches_list, {}, filters),
    [activityId]: () => first(activities_list, { fromDate: recent }),
  };
  const idFor = onceFor((id: string) => find[id]?.());
  return async ({ name }, given) => {
    const { params } = goldenPayloads[name]?.lean ?? {};
    const dates = Object(params).toDate ? period : { fromDate: recent };
    const found = Object.entries(Object(params)).map(async ([key, value]) => {
      const id = idFor(String(value));
      return [key, id ? given(await id, 'there is no record to read') : (Object(dates)[key] ?? value)];
    });
    return Object.fromEntries(await Promise.all(found));
  };
}
