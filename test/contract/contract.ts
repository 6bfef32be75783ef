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
  once,
  period,
  recent,
} from './contract-caller.ts';
import { valuesAt } from './filter-rules.ts';
import { describeListings } from './listing-contract.ts';
import { describeTools } from './tool-contract.ts';
import { describeWrites } from './write-contract.ts';

interface ContractOptions {
  open: () => Promise<ContractTarget>;
  /** Whether a skipped test is a failure. Otherwise the suite ends with a list of what it could not try. */
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
    const contract: Contract = { target, call, check: createCheck(call, untried), golden: createGolden(call) };
    describeTools(contract);
    describeListings(contract);
    describeWrites(contract);
    (mustTryAll ? expectAllTried : reportUntried)(untried);
  });
}

const expectAllTried = (untried: ReadonlySet<string>) =>
  it('leaves nothing untried', () => expect([...untried]).toEqual([]));
const reportUntried = (untried: ReadonlySet<string>) =>
  afterAll(() => console.log(['Not tried:', ...untried, ...neverTried].join('\n- ')));

/** @param untried receives a line for each test that is skipped, and for each tool that is missing */
function createCheck(call: Caller, untried: Set<string>): Contract['check'] {
  return (name, tools, run) =>
    // oxlint-disable-next-line vitest/valid-title -- the caller names the test
    it(name, async (context) => {
      const skip = (reason: string, line = reason) => {
        untried.add(line);
        return context.skip(reason);
      };
      for (const tool of tools) {
        const reason = await call.missing(tool);
        if (reason !== undefined) skip(reason);
      }
      expect.hasAssertions();
      await run((value, reason) =>
        value === null || value === undefined || value === false ? skip(reason, `${name}: ${reason}`) : value,
      );
    });
}

function createGolden(call: Caller): Contract['golden'] {
  const { signals_list, lists_list, list_entries_list, searches_list, searches_signals_list, activities_list } =
    toolsByName;
  /** The item of the first page with the highest rank. */
  async function first(tool: Tool, input: object, rank: (item: Item) => unknown = () => 0): Promise<unknown> {
    const { items } = await call.page(tool, input);
    const ranked = await Promise.all(items.map(async (item) => ({ id: item['id'], rank: Number(await rank(item)) })));
    return ranked.toSorted((one, other) => other.rank - one.rank)[0]?.id;
  }
  const resultsOf = async ({ id }: Item) => (await call.page(searches_signals_list, { id })).items.length;
  const list = once(() => first(lists_list, {}, ({ entryCount }) => entryCount));
  const ids: Record<string, () => Promise<unknown>> = {
    sig_1: once(() => first(signals_list, {})),
    lst_1: list,
    ent_1: once(async () => first(list_entries_list, { list_id: await list() })),
    sch_1: once(() => first(searches_list, {}, (item) => (valuesAt(item, 'filters').length > 1 ? resultsOf(item) : 0))),
    [activityId]: once(() => first(activities_list, { fromDate: recent })),
  };
  return async ({ name }, given) => {
    const { params } = goldenPayloads[name]?.lean ?? {};
    const dates = Object(params).toDate ? period : { fromDate: recent };
    const found = Object.entries(Object(params)).map(async ([key, value]) => {
      const id = ids[String(value)];
      return [key, id ? given(await id(), 'there is no record to read') : (Object(dates)[key] ?? value)];
    });
    return Object.fromEntries(await Promise.all(found));
  };
}
