import type { TalentUserRecord } from '../../tools/talent/signal.ts';
import { builder } from '../core/builder.ts';
import { entityById } from '../core/entities.ts';
import { talentSource } from '../../operation/type-source.ts';
import { personalDataTag } from '../federation/tags.ts';

export const TalentUser = builder.objectRef<TalentUserRecord>('TalentUser').implement({
  description:
    'A user of the talent service, for example the creator of a list. All fields but `id` are null where the service returns only the ID, and in references from other subgraphs.',
  extensions: talentSource,
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description: 'ID of the user in the talent service. It differs from their `User.id` in the conversation service.',
    }),
    name: t.exposeString('name', { description: 'Full name; null where the service only returns the ID.' }),
    email: t.expose('email', {
      type: 'EmailAddress',
      tag: personalDataTag,
      description: 'Email address; null where the service only returns the ID.',
    }),
    isViewer: t.exposeBoolean('isViewer', {
      description: 'Whether this user is the caller; null where the service only returns the ID.',
    }),
  }),
});

// No tool looks up a user by id.
entityById(TalentUser, async (id) => ({ id, name: null, email: null, isViewer: null }));
