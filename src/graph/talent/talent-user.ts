import type { TalentUserRecord } from '../../connector/talent/records.ts';
import { builder } from '../core/builder.ts';
import { fromTalent } from '../core/type-source.ts';

export const TalentUser = builder.objectRef<TalentUserRecord>('TalentUser').implement({
  description:
    'A user of the talent service, for example the creator of a list or the viewer of a signal. Name, email address and `isViewer` are null where the service only returns the ID.',
  extensions: fromTalent,
  // No tool looks users up by id, so other subgraphs can only refer to them.
  directives: [{ name: 'key', args: { fields: 'id', resolvable: false } }],
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description: 'ID of the user in the talent service; not the ID of a conversation `User`.',
    }),
    name: t.exposeString('name', { description: 'Full name; null where the service only returns the ID.' }),
    email: t.expose('email', {
      type: 'EmailAddress',
      description: 'Email address; null where the service only returns the ID.',
    }),
    isViewer: t.exposeBoolean('isViewer', {
      description: 'Whether this user is the caller; null where the service only returns the ID.',
    }),
  }),
});
