import type { ClosedPeriod, Period } from '../../../connector/conversation/conversation-client.ts';
import type { GraphContext } from '../../core/context.ts';
import { lowerCaseUuid } from '../../../tools/rules/field-rules.ts';
import { canonicalJson } from '../../../tools/rules/json.ts';
import { batchLoader, perKeyLoader, perOperation } from '../../core/loader.ts';
import type { ActivityNode } from '../activity/activity-loader.ts';
import { horizonOf } from '../activity/scan/activity-scan.ts';
import { isWithin, nextSecond } from '../activity/period.ts';

export type PersonParameter = 'userId' | 'coachId' | 'coacheeId';

interface TeamQuery extends Period, Partial<Record<PersonParameter, string | undefined>> {}

export interface TeamList<TeamRecord> {
  tool: string;
  /** Whether the tool requires a start and an end. Clients must then set the start; the end defaults to now. */
  needsStart: boolean;
  /** @param keyCount number of activities or users whose records the call loads, for the trace */
  load: (context: GraphContext, query: TeamQuery, keyCount: number) => Promise<{ items: TeamRecord[] }>;
  timeOf: (record: TeamRecord) => Date | null;
}

/** Makes a period at least a second long. `from` defaults to `activityHorizonDays` ago, and `to` to now. */
export function completePeriod<Query extends Period>(query: Query, context: GraphContext): Query & ClosedPeriod {
  const from = query.from ?? horizonOf(context);
  const to = query.to ?? context.now();
  return { ...query, from: new Date(Math.min(from.getTime(), to.getTime() - 1000)), to };
}

/** Rounds the end of the period up to a whole second. Omits an end in the future, which the tools reject. */
const withRoundedEnd = (query: TeamQuery, context: GraphContext): TeamQuery => {
  const to = query.to && nextSecond(query.to);
  return { ...query, to: to && to <= context.now() ? to : undefined };
};

export function teamLoaders<TeamRecord extends { activityId: string | null }>({ load, timeOf }: TeamList<TeamRecord>) {
  /** Makes one call per distinct query. Filters again to the millisecond, because the tools compare whole seconds. */
  const byQuery = perOperation((context) =>
    perKeyLoader(
      context,
      async (query: TeamQuery & { keyCount?: number }) => {
        const { keyCount = 1, ...input } = query;
        const { items } = await load(context, withRoundedEnd(input, context), keyCount);
        return items.filter((record) => isWithin(input, timeOf(record)));
      },
      ({ keyCount: _keyCount, ...query }) => canonicalJson(query),
    ),
  );

  /** Makes one call for all activities of the operation, without a period: a record can be older than its activity. */
  const byActivity = perOperation((context) => {
    let byActivityId: Promise<Map<string | null, TeamRecord[]>> | undefined;
    return batchLoader<ActivityNode, TeamRecord[], string>(
      context,
      async (activities) => {
        byActivityId ??= byQuery(context)
          .load({ keyCount: activities.length })
          .then((all) => Map.groupBy(all, ({ activityId }) => activityId));
        const records = await byActivityId;
        return activities.map(({ id }) => records.get(id) ?? []);
      },
      { cacheKeyFn: ({ id }) => id },
    );
  });

  /** One call lists all records if several people have the same period, because the tool filters by one person only. */
  const byPerson = (parameter: PersonParameter & keyof TeamRecord) =>
    perOperation((context) => {
      const queries = byQuery(context);
      return batchLoader<{ personId: string; period: Period }, TeamRecord[], string>(
        context,
        async (keys) => {
          const peopleByPeriod = Map.groupBy(keys, ({ period }) => canonicalJson(period));
          return Promise.all(
            keys.map(async ({ personId, period }) => {
              const people = peopleByPeriod.get(canonicalJson(period))?.length ?? 1;
              const query = people === 1 ? { ...period, [parameter]: personId } : period;
              const records = await queries.load({ ...query, keyCount: people });
              return records.filter((record) => record[parameter] === personId);
            }),
          );
        },
        { cacheKeyFn: canonicalJson },
      );
    });

  /** No tool returns a single record, so all ids share one call that lists all records of the team. */
  const byId = async (id: string, context: GraphContext) =>
    (await byQuery(context).load({})).find((record) => 'id' in record && record.id === lowerCaseUuid(id)) ?? null;

  return { byQuery, byActivity, byPerson, byId };
}
