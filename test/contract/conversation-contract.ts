import { expect } from 'vitest';
import { type ActivityRecord, activityTools } from '../../src/tools/conversation/activity.ts';
import { fromUtcText, toUtcText } from '../../src/tools/conversation/date-time.ts';
import { outputTools } from '../../src/tools/conversation/outputs.ts';
import { teamTools } from '../../src/tools/conversation/team.ts';
import { activitiesPageSize, webhookTriggers } from '../../src/tools/conversation/vocabulary.ts';
import { webhookTools } from '../../src/tools/conversation/webhook.ts';
import type { Items, ListTool } from './contract-caller.ts';
import {
  and,
  type Contract,
  overlapping,
  distinct,
  expectMatches,
  expectLatestFirst,
  type Listing,
  type Probe,
  splits,
} from './contract.ts';

const { activities_list: list } = activityTools;

/** Limits that are the times of items, so that the result shows whether the limit is included. */
const periodProbes = <Item>(
  items: readonly Item[],
  { from, to, timeOf }: { from: string; to: string; timeOf: (item: Item) => Date | null },
): { from: Probe<Item>[]; to: Probe<Item>[] } => {
  const all = distinct(items.map((item) => timeOf(item)?.getTime())).toSorted((one, other) => one - other);
  const step = Math.ceil(all.length / 12);
  const limits = all
    .filter((_, index) => index >= all.length / 2 && index % step === 0)
    .map((time) => toUtcText(new Date(time)));
  function isFrom(limit: string): Probe<Item>['matches'] {
    const start = fromUtcText(limit).getTime();
    return (item) => (timeOf(item)?.getTime() ?? -Infinity) >= start;
  }
  function isTo(limit: string): Probe<Item>['matches'] {
    const end = fromUtcText(limit).getTime();
    return (item) => (timeOf(item)?.getTime() ?? Infinity) < end;
  }
  return {
    from: limits.map((limit) => ({ filter: { [from]: limit }, matches: isFrom(limit) })),
    to: limits.map((limit) => ({ filter: { [to]: limit }, matches: isTo(limit) })),
  };
};

export function describeActivities(contract: Contract): void {
  const { call, sample, check } = contract;
  const byStart = (): Listing<ActivityRecord> => ({
    tool: list,
    input: { fromDate: sample.recent },
    keyOf: ({ id }) => id,
    pageSize: activitiesPageSize,
    timeOf: ({ startedAt }) => startedAt,
  });
  const byUpdate = (): Listing<ActivityRecord> => ({
    ...byStart(),
    input: { updatedFrom: sample.recent },
    timeOf: ({ updatedAt }) => updatedAt,
  });
  const started = (items: readonly ActivityRecord[]) =>
    periodProbes(items, { from: 'fromDate', to: 'toDate', timeOf: byStart().timeOf });
  const updated = (items: readonly ActivityRecord[]) =>
    periodProbes(items, { from: 'updatedFrom', to: 'updatedTo', timeOf: byUpdate().timeOf });
  const statuses = (items: readonly ActivityRecord[]): Probe<ActivityRecord>[] =>
    distinct(items.map(({ status }) => status)).map((status) => ({
      filter: { status },
      matches: (activity) => activity.status === status,
    }));

  for (const [name, listingOf, read] of [
    ['start', byStart, sample.activities],
    ['update', byUpdate, sample.updated],
  ] as const) {
    check(`activities_list returns the latest ${name} first`, [list], async ({ given }) => {
      const times = (await read()).items.map(listingOf().timeOf);
      given(distinct(times.map((time) => time?.getTime()))[1], 'no two activities have different times');
      expectLatestFirst(times);
    });
  }

  type ProbesOf = (items: readonly ActivityRecord[]) => Probe<ActivityRecord>[];
  const filters: Record<
    string,
    { probesOf: ProbesOf; others: ProbesOf; listingOf: typeof byStart; read: typeof sample.updated }
  > = {
    fromDate: {
      probesOf: (items) => started(items).from,
      others: (items) => started(items).to,
      listingOf: byStart,
      read: sample.activities,
    },
    toDate: { probesOf: (items) => started(items).to, others: statuses, listingOf: byStart, read: sample.activities },
    updatedFrom: {
      probesOf: (items) => updated(items).from,
      others: (items) => updated(items).to,
      listingOf: byUpdate,
      read: sample.updated,
    },
    updatedTo: { probesOf: (items) => updated(items).to, others: statuses, listingOf: byUpdate, read: sample.updated },
    'updatedTo with fromDate': {
      probesOf: (items) => updated(items).to,
      others: (items) => started(items).from,
      listingOf: byStart,
      read: sample.activities,
    },
    'toDate with updatedFrom': {
      probesOf: (items) => started(items).to,
      others: (items) => updated(items).from,
      listingOf: byUpdate,
      read: sample.updated,
    },
    status: { probesOf: statuses, others: (items) => started(items).from, listingOf: byStart, read: sample.activities },
  };
  for (const [name, { probesOf, others, listingOf, read }] of Object.entries(filters)) {
    const reason = `no value of ${name} tells activities apart`;
    check(`activities_list applies ${name}`, [list], async ({ given }) => {
      const known = await read();
      const probe = given(
        probesOf(known.items).find((each) => splits(known.items, each)),
        reason,
      );
      await expectMatches(contract, listingOf(), { sample: known, probe });
    });
    check(`activities_list joins ${name} and another filter by AND`, [list], async ({ given }) => {
      const known = await read();
      const pair = given(overlapping(known.items, probesOf(known.items), others(known.items)), reason);
      await expectMatches(contract, listingOf(), { sample: known, probe: and(...pair) });
    });
  }

  check('activities_list has full pages without gap or repetition, and a total', [list], async ({ given }) => {
    const { items, isWhole } = await sample.activities();
    given(items[activitiesPageSize], `it has ${items.length} items; paging needs more than ${activitiesPageSize}`);
    const ids = items.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const last = Math.ceil(items.length / activitiesPageSize);
    for (let page = 1; page <= last; page += 1) {
      const found = await call.page(list, { fromDate: sample.recent, page });
      expect(found.items.map(({ id }) => id)).toEqual(
        ids.slice((page - 1) * activitiesPageSize, page * activitiesPageSize),
      );
    }
    if (isWhole) expect((await call.page(list, { fromDate: sample.recent, page: last + 1 })).items).toEqual([]);
  });

  check('activities_list counts the items of all pages', [list], async ({ given }) => {
    const { items, isWhole } = await sample.activities();
    const { total } = await call.page(list, { fromDate: sample.recent });
    given(items[0], 'there is no activity');
    given(isWhole && total !== null ? true : undefined, 'there may be too many activities to count');
    expect(total).toBe(items.length);
  });

  for (const tool of Object.values(outputTools)) {
    check(`${tool.name} returns what an activity has, or NOT_FOUND`, [list, tool], async ({ given }) => {
      const { items } = await sample.activities();
      const codes = await Promise.all(items.slice(0, 10).map(({ id }) => call.codeOf(tool, { activityId: id })));
      expect(codes.filter((code) => !/^(no error|NOT_FOUND$)/.test(code))).toEqual([]);
      given(
        codes.find((code) => code.startsWith('no error')),
        'none of ten activities has this output',
      );
    });
  }
}

interface TeamList<Item extends object> {
  tool: ListTool<Item>;
  timeOf: (item: Item) => Date | null;
  keyOf: (item: Item) => string;
  /** By parameter, the user that it compares. */
  users: Record<string, (item: Item) => string | null>;
}

export function describeTeam(contract: Contract): void {
  const { call, sample, check } = contract;
  const { comments_list, listens_list, automated_call_scoring_list, coaching_feedback_list } = teamTools;

  function describeList<Item extends object>({ tool, timeOf, keyOf, users }: TeamList<Item>): void {
    const listing: Listing<Item> = { tool, input: sample.always, keyOf, timeOf };
    let read: Promise<Items<Item>> | undefined;
    const readAll = () => (read ??= call.all(tool, sample.always));
    const periods = (items: readonly Item[]) => periodProbes(items, { from: 'fromDate', to: 'toDate', timeOf });

    check(`${tool.name} returns the latest items first`, [tool], async ({ given }) => {
      const times = (await readAll()).items.map(timeOf);
      given(distinct(times.map((time) => time?.getTime()))[1], 'no two items have different times');
      expectLatestFirst(times);
    });
    for (const bound of ['from', 'to'] as const) {
      check(`${tool.name} applies ${bound}Date`, [tool], async ({ given }) => {
        const known = await readAll();
        const probes = periods(known.items)[bound];
        const probe = given(
          probes.find((each) => splits(known.items, each)),
          'no time tells items apart',
        );
        await expectMatches(contract, listing, { sample: known, probe });
      });
    }
    const usersIn = (items: readonly Item[], key: string) =>
      distinct(items.map((item) => users[key]?.(item))).map((id): Probe<Item> => ({
        filter: { [key]: id },
        matches: (item) => users[key]?.(item) === id,
      }));
    for (const key of Object.keys(users)) {
      check(`${tool.name} applies ${key}, also with fromDate`, [tool], async ({ given }) => {
        const known = await readAll();
        const probes = usersIn(known.items, key);
        const reason = 'no user tells items apart';
        const probe = given(
          probes.find((each) => splits(known.items, each)),
          reason,
        );
        await expectMatches(contract, listing, { sample: known, probe });
        const pair = given(overlapping(known.items, probes, periods(known.items).from), reason);
        await expectMatches(contract, listing, { sample: known, probe: and(...pair) });
      });
    }
  }

  const createdAt = (item: { createdAt: Date | null }) => item.createdAt;
  const id = (item: { id: string }) => item.id;
  const userId = (item: { userId: string | null }) => item.userId;
  describeList({ tool: comments_list, timeOf: createdAt, keyOf: id, users: { userId } });
  describeList({ tool: automated_call_scoring_list, timeOf: createdAt, keyOf: id, users: { userId } });
  describeList({
    tool: coaching_feedback_list,
    timeOf: createdAt,
    keyOf: id,
    users: { coachId: ({ coachId }) => coachId, coacheeId: ({ coacheeId }) => coacheeId },
  });
  describeList({
    tool: listens_list,
    timeOf: ({ listenedAt }) => listenedAt,
    keyOf: (listen) => JSON.stringify(listen),
    users: { userId },
  });

  check('users_list returns the users by name', [teamTools.users_list], async ({ given }) => {
    const names = (await sample.users()).flatMap(({ name }) => name ?? []);
    given(names[1], 'there are fewer than two users');
    // The collation is not promised.
    const orders = [names.toSorted(), names.toSorted((one, other) => one.localeCompare(other))];
    expect(orders).toContainEqual(names);
  });

  check('webhook_sample_get returns a sample of each trigger', [webhookTools.webhook_sample_get], async () => {
    for (const trigger of Object.values(webhookTriggers)) {
      const { payload, ...rest } = await call.read(webhookTools.webhook_sample_get, { trigger });
      expect({ ...rest, payload }).toMatchObject({ trigger, payload: { type: trigger } });
    }
  });
}
