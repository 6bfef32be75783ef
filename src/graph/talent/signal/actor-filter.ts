import { z } from 'zod';
import { builder } from '../../core/builder.ts';

export const SignalActorFilterInput = builder.inputType('SignalActorFilter', {
  description:
    'Selects signals by the users who acted on them, for example screened them. True includes users and false excludes them. A signal matches if an included user acted on it, or none are included, and no excluded user did.',
  fields: (t) => ({
    viewer: t.boolean({ description: 'Whether to include (true) or exclude (false) the caller.' }),
    others: t.boolean({ description: 'Whether to include (true) or exclude (false) all users but the caller.' }),
    userIds: t.idList({ description: 'IDs of users to include.' }),
    notUserIds: t.idList({ description: 'IDs of users to exclude.' }),
  }),
});

/** Rejects values that the tools would not read as a user id. */
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
