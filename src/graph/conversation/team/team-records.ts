import DataLoader from 'dataloader';
import type { ClosedPeriod, Period } from '../../../connector/conversation/conversation-client.ts';
import type { GraphContext } from '../../core/context.ts';
import { canonicalJson } from '../../../tools/rules/json.ts';
import { perKeyLoader, perOperation } from '../../core/loader.ts';
import type { ActivityNode } from '../activity/activity-loader.ts';
import { horizonOf } from '../activity/activity-scan.ts';
import { isWithin, nextSecond } from '../activity/period.ts';
import { activityKey } from '../uuid.ts';

export type PersonParameter = 'userId' | 'coachId' | 'coacheeId';

/** Input of a tool that lists team records: a period, and optionally the id of a person. */
export interface TeamQuery extends Period, Partial<Record<PersonParameter, string | undefined>> {}

/** A tool that lists the records of a team. */
export interface TeamList<TeamRecord> {
  tool: string;
  /**
   * Whether the tool requires both ends of the period. The argument `period` must then have a start; its end defaults
   * to now.
   */
  needsStart: boolean;
  /** @param keys number of activities or users whose records the call loads */
  list: (context: GraphContext, query: TeamQuery, keys: number) => Promise<{ items: TeamRecord[] }>;
  timeOf: (record: TeamRecord) => Date | null;
}

/**
 * Fills in the missing ends of a period, for tools that require both: the start defaults to the horizon (the earliest
 * time searched), the end to now. The result is at least one second long.
 */
export function closePeriod<Query extends Period>(query: Query, context: GraphContext): Query & ClosedPeriod {
  const from = query.from ?? horizonOf(context);
  const to = query.to ?? context.now();
  return { ...query, from: new Date(Math.min(from.getTime(), to.getTime() - 1000)), to };
}

/** Rounds the end of the period up to a whole second. Omits an end in the future, which the tools reject. */
const roundEnd = (query: TeamQuery, context: GraphContext): TeamQuery => {
  const to = query.to && nextSecond(query.to);
  return { ...query, to: to && to <= context.now() ? to : undefined };
};

/** Creates loaders for one kind of team record. Within an operation, the loaders share their calls. */
export function teamLoaders<TeamRecord extends { activityId: string | null }>({ list, timeOf }: TeamList<TeamRecord>) {
  /**
   * Loads the records that match a query, with one call per distinct query. The tools compare times to the second, so
   * the records are filtered again to the millisecond.
   */
  const byQuery = perOperation((context) =>
    perKeyLoader(
      async (query: TeamQuery & { keys?: number }) => {
        const { keys = 1, ...input } = query;
        const { items } = await list(context, roundEnd(input, context), keys);
        return items.filter((record) => isWithin(input, timeOf(record)));
      },
      ({ keys: _keys, ...query }) => canonicalJson(query),
    ),
  );

  /**
   * Loads the records of an activity, with one call for all activities of the operation. The call sets no start,
   * because a record can be older than its activity.
   */
  const byActivity = perOperation((context) => {
    let byActivityId: Promise<Map<string | null, TeamRecord[]>> | undefined;
    return new DataLoader<ActivityNode, TeamRecord[], string>(
      async (activities) => {
        byActivityId ??= byQuery(context)
          .load({ keys: activities.length })
          .then((all) => Map.groupBy(all, ({ activityId }) => activityId && activityKey(activityId)));
        const records = await byActivityId;
        return activities.map(({ id }) => records.get(activityKey(id)) ?? []);
      },
      { cacheKeyFn: ({ id }) => activityKey(id) },
    );
  });

  /**
   * Creates a loader for the records of a person. The tool can filter for one person; for several people with the same
   * period, one call lists the records of the whole team.
   */
  const byPerson = (parameter: PersonParameter & keyof TeamRecord) =>
    perOperation((context) => {
      const queries = byQuery(context);
      return new DataLoader<{ personId: string; period: Period }, TeamRecord[], string>(
        async (keys) => {
          const peopleByPeriod = Map.groupBy(keys, ({ period }) => canonicalJson(period));
          return Promise.all(
            keys.map(async ({ personId, period }) => {
              const people = peopleByPeriod.get(canonicalJson(period))?.length ?? 1;
              const query = people === 1 ? { ...period, [parameter]: personId } : period;
              const records = await queries.load({ ...query, keys: people });
              return records.filter((record) => record[parameter] === personId);
            }),
          );
        },
        { cacheKeyFn: canonicalJson },
      );
    });

  /**
   * Finds a record by id. No tool returns a single record, so all ids share one call that lists the records of the
   * whole team.
   */
  const byId = async (id: string, context: GraphContext) =>
    (await byQuery(context).load({})).find((record) => 'id' in record && record.id === id) ?? null;

  return { byQuery, byActivity, byPerson, byId };
}
