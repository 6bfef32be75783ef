import { z } from 'zod';
import { builder } from '../../core/builder.ts';

export const SignalActorFilterInput = builder.inputType('SignalActorFilter', {
  description:
    'Selects signals by the users who viewed or screened them, depending on the field that uses the filter. A signal matches if at least one included user viewed or screened it (or no users are included) and no excluded user did.',
  fields: (t) => ({
    viewer: t.boolean({ description: 'True includes the caller; false excludes them.' }),
    others: t.boolean({ description: 'True includes all users except the caller; false excludes them.' }),
    userIds: t.idList({ description: 'IDs of `TalentUser`s to include.' }),
    notUserIds: t.idList({ description: 'IDs of `TalentUser`s to exclude.' }),
  }),
});

/** Rejects `me`, `others` and ids that begin with `-`, which the tools would not interpret as user ids. */
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
