import { z } from 'zod';
import { builder } from '../../core/builder.ts';

export const SignalActorFilterInput = builder.inputType('SignalActorFilter', {
  description:
    'Users who did something to a signal: true includes them, false excludes them. A signal matches when one of the included users did it, if there are any, and none of the excluded ones did.',
  fields: (t) => ({
    viewer: t.boolean({ description: 'The caller.' }),
    others: t.boolean({ description: 'Any user but the caller.' }),
    userIds: t.idList({ description: 'Ids of users to include.' }),
    notUserIds: t.idList({ description: 'Ids of users to exclude.' }),
  }),
});

/** Rejects what the tools would read as something else than a user id. */
const userIds = z
  .array(
    z
      .string()
      .min(1, 'must not be empty')
      .regex(/^(?!-|me$|others$)/, 'must be a user id; use viewer and others for the caller and all other users'),
  )
  .nullish();

export const actorFilterRules = z.object({
  viewer: z.boolean().nullish(),
  others: z.boolean().nullish(),
  userIds,
  notUserIds: userIds,
});
