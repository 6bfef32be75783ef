import type { ArgumentRef, ObjectRef } from '@pothos/core';
import type { Period } from '../../../connector/conversation/conversation-client.ts';
import { type ArgumentBuilder, builder, type PothosTypes } from '../../core/builder.ts';
import type { GraphContext } from '../../core/context.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { Activity } from '../activity/activity.ts';
import { ConversationPeriodInput, readClosedPeriod, readPeriod } from '../activity/period.ts';
import { readUuid } from '../uuid.ts';
import { type PersonParameter, type TeamList, teamLoaders } from './team-records.ts';
import { User } from './user.ts';

interface TeamRecordFields<TeamRecord> {
  type: ObjectRef<PothosTypes, TeamRecord>;
  list: TeamList<TeamRecord>;
  /** Name of the field that is added to `Query` and to `Activity`. */
  name: string;
  description: string;
  activityDescription: string;
  periodDescription: string;
  people: readonly {
    /** Name of the `Query` argument, the tool parameter, and the record property that contains the person's id. */
    parameter: PersonParameter & keyof TeamRecord;
    description: string;
    /** The field of `User` that lists the records in which the user has this role. */
    fieldOfUser: { name: string; description: string };
  }[];
}

/** Adds the fields that list team records: to `Query`, to `Activity`, and for each role of a person to `User`. */
export function addTeamRecordFields<TeamRecord extends { activityId: string | null }>(
  fields: TeamRecordFields<TeamRecord>,
) {
  const { type, name, list, people } = fields;
  const { tool, needsStart } = list;
  const loaders = teamLoaders(list);
  const extensions = toolCalls({ batched: [{ tool }] });
  const periodExtensions = toolCalls({ batched: [{ tool, perArguments: true }] });
  const period = {
    type: ConversationPeriodInput,
    required: needsStart,
    description: `${fields.periodDescription} ${needsStart ? '`from` is required.' : 'Defaults to all time.'}`,
  };
  const readRange = (range: Period | null | undefined, context: GraphContext) =>
    needsStart ? readClosedPeriod(range ?? {}, ['period'], context) : readPeriod(range, ['period'], context);

  builder.queryField(name, (t) =>
    t.field({
      type: [type],
      extensions: periodExtensions,
      description: `${fields.description} Costs one \`${tool}\` call.`,
      args: { period: t.arg(period), ...personArguments(people, t.arg) },
      resolve: (_, args, context) => {
        const ids = people.map(({ parameter }) => [parameter, readUuid(args[parameter], parameter)]);
        return loaders.byQuery(context).load({ ...readRange(args.period, context), ...Object.fromEntries(ids) });
      },
    }),
  );
  const horizonNote = needsStart ? ' Limited to the last `ACTIVITY_HORIZON_DAYS` days (730 by default).' : '';
  builder.objectField(Activity, name, (t) =>
    t.field({
      type: [type],
      extensions,
      description: `${fields.activityDescription} Costs one \`${tool}\` call for all activities of the operation.${horizonNote}`,
      resolve: (activity, _, context) => loaders.byActivity(context).load(activity),
    }),
  );
  for (const person of people) {
    const byPerson = loaders.byPerson(person.parameter);
    builder.objectField(User, person.fieldOfUser.name, (t) =>
      t.field({
        type: [type],
        extensions: periodExtensions,
        description: `${person.fieldOfUser.description} Costs one \`${tool}\` call for all users with the same period.`,
        args: { period: t.arg(period) },
        resolve: ({ id }, args, context) =>
          byPerson(context).load({ personId: id, period: readRange(args.period, context) }),
      }),
    );
  }
  return loaders;
}

function personArguments(people: readonly { parameter: PersonParameter; description: string }[], arg: ArgumentBuilder) {
  const result: { [Parameter in PersonParameter]?: ArgumentRef<PothosTypes, string | null | undefined> } = {};
  for (const { parameter, description } of people) result[parameter] = arg.id({ description });
  return result;
}
