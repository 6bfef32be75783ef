import DataLoader from 'dataloader';
import type { ClosedPeriod, Period } from '../../../connector/conversation/conversation-client.ts';
import type {
  CallScoreRecord,
  CoachingFeedbackRecord,
  CommentRecord,
  ListenRecord,
} from '../../../connector/conversation/records.ts';
import type { GraphContext } from '../../core/context.ts';
import { canonicalJson } from '../../../connector/canonical-json.ts';
import { eachLoader, perOperation } from '../../core/loader.ts';
import { activityKey, type ActivityNode, horizonOf } from '../activity/activity-scan.ts';
import { isWithin, nextSecond } from '../activity/period.ts';

/** What a team list is asked for: a span, and perhaps one person. */
export interface TeamQuery extends Period {
  userId?: string | undefined;
  coachId?: string | undefined;
  coacheeId?: string | undefined;
}

/** A list of the whole team, and how its records lie in time. */
interface TeamList<TeamRecord> {
  list: (context: GraphContext, query: TeamQuery, keys: number) => Promise<{ items: TeamRecord[] }>;
  timeOf: (record: TeamRecord) => Date | null;
}

/** Whom a record of a team list belongs to, and which parameter asks for one person alone. */
export interface PersonEdge<TeamRecord> {
  parameter: 'userId' | 'coachId' | 'coacheeId';
  personOf: (record: TeamRecord) => string | null;
}

/** A tool that takes no open spans gets the horizon and now, and never less than a second. */
function closed({ from, to }: Period, context: GraphContext): ClosedPeriod {
  const end = to ?? context.now();
  const begin = from ?? horizonOf(context);
  return { from: new Date(Math.min(begin.getTime(), end.getTime() - 1000)), to: end };
}

/** The tools know whole seconds and no future: an end is the next second, and none at all for now. */
const askable = <Query extends TeamQuery>(query: Query, context: GraphContext): Query => {
  const to = query.to && nextSecond(query.to);
  return { ...query, to: to && to <= context.now() ? to : undefined };
};

export const callScoreList: TeamList<CallScoreRecord> = {
  list: (context, query, keys) => context.conversation.callScores(askable(query, context), keys),
  timeOf: ({ createdAt }) => createdAt,
};

export const commentList: TeamList<CommentRecord> = {
  list: (context, query, keys) => context.conversation.comments(askable(query, context), keys),
  timeOf: ({ createdAt }) => createdAt,
};

export const coachingFeedbackList: TeamList<CoachingFeedbackRecord> = {
  list: (context, query, keys) =>
    context.conversation.coachingFeedback({ ...query, ...closed(askable(query, context), context) }, keys),
  timeOf: ({ createdAt }) => createdAt,
};

export const listenList: TeamList<ListenRecord> = {
  list: (context, query, keys) =>
    context.conversation.listens({ ...query, ...closed(askable(query, context), context) }, keys),
  timeOf: ({ listenedAt }) => listenedAt,
};

/** Loaders of one team list for all who ask of an operation. */
export function teamLoaders<TeamRecord extends { activityId: string | null }>({ list, timeOf }: TeamList<TeamRecord>) {
  /** The records of a query, to the millisecond; the same query is one call. */
  const byQuery = perOperation((context) =>
    eachLoader(
      async (query: TeamQuery & { keys?: number }) => {
        const { keys = 1, ...asked } = query;
        const { items } = await list(context, asked, keys);
        return items.filter((record) => isWithin(asked, timeOf(record)));
      },
      ({ keys: _keys, ...query }) => canonicalJson(query),
    ),
  );

  /**
   * The records of activities: one call for all of them, whenever and however they were found. It names no begin,
   * because a record may be older than the start of its activity.
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

  /** The records of people in a span: one person's list for one, the team's for several of the same span. */
  const byPerson = ({ parameter, personOf }: PersonEdge<TeamRecord>) =>
    perOperation((context) => {
      const queries = byQuery(context);
      return new DataLoader<{ personId: string; period: Period }, TeamRecord[], string>(
        async (keys) => {
          const peopleBySpan = Map.groupBy(keys, ({ period }) => canonicalJson(period));
          return Promise.all(
            keys.map(async ({ personId, period }) => {
              const people = peopleBySpan.get(canonicalJson(period))?.length ?? 1;
              const query = people === 1 ? { ...period, [parameter]: personId } : period;
              const records = await queries.load({ ...query, keys: people });
              return records.filter((record) => personOf(record) === personId);
            }),
          );
        },
        { cacheKeyFn: canonicalJson },
      );
    });

  return { byQuery, byActivity, byPerson };
}
