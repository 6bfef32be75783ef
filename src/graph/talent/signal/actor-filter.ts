import { z } from 'zod';
import { builder } from '../../core/builder.ts';

export const SignalActorFilterInput = builder.inputType('SignalActorFilter', {
  description:
    'By who did it to a signal: true keeps, false leaves out. What is kept by any field is kept, unless another leaves it out.',
  fields: (t) => ({
    viewer: t.boolean({ description: 'The caller.' }),
    others: t.boolean({ description: 'Anybody but the caller.' }),
    userIds: t.idList({ description: 'Keep what one of these users did.' }),
    notUserIds: t.idList({ description: 'Leave out what one of these users did.' }),
  }),
});

const userId = z
  .string()
  .min(1, 'must not be empty')
  .regex(/^(?!-|me$|others$)/, 'must be a user id; use viewer and others for the caller and everybody else');

/** What the tools would take for something else than a user id is refused. */
export const actorFilterRules = z
  .object({ userIds: z.array(userId).nullish(), notUserIds: z.array(userId).nullish() })
  .nullish();
