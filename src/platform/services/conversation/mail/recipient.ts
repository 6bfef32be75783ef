import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import type { Tables } from '../../../database/tables/tables.ts';

/** Whether a user can get mails: the user has an address and is active. Users without a status count as active. */
const isReachable = (eb: ExpressionBuilder<Tables, 'convo_users'>) =>
  eb.and([
    eb('convo_users.email', 'is not', null),
    eb.or([eb('convo_users.status', 'is', null), eb(eb.fn('lower', ['convo_users.status']), '=', 'active')]),
  ]);

/** Selects `will_notify`: whether the host gets a mail when the processing of an activity ends. */
export const willNotify =
  ({ sendsMail }: { sendsMail: boolean }) =>
  (eb: ExpressionBuilder<Tables, 'convo_activities'>) => {
    const isReachableHost = eb.exists(
      eb
        .selectFrom('convo_users')
        .select('convo_users.id')
        .whereRef('convo_users.id', '=', 'convo_activities.host_user_id')
        .where(isReachable),
    );
    return (
      eb
        // Look up the host only for the few activities that are being processed.
        .case()
        .when(
          eb.and([
            eb.lit(sendsMail),
            eb('convo_activities.notify_host', '=', true),
            eb('convo_activities.processing_state', 'in', ['queued', 'running']),
          ]),
        )
        .then(isReachableHost)
        .else(eb.lit(false))
        .end()
        .$castTo<boolean>()
        .as('will_notify')
    );
  };

/** Finds the host of an activity; undefined if the host can get no mail, or the activity was deleted. */
export async function hostOf(db: Db, activityId: string): Promise<{ name: string; address: string } | undefined> {
  const host = await db
    .selectFrom('convo_users')
    .innerJoin('convo_activities', 'convo_activities.host_user_id', 'convo_users.id')
    .select(['convo_users.name', 'convo_users.email'])
    .where('convo_activities.id', '=', activityId)
    .where(isReachable)
    .executeTakeFirst();
  return host?.email ? { name: host.name ?? '', address: host.email } : undefined;
}
