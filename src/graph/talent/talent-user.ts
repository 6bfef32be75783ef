import type { TalentUserRecord } from '../../connector/talent/records.ts';
import { builder } from '../core/builder.ts';
import { ofTalent } from '../core/ownership.ts';

export const TalentUser = builder.objectRef<TalentUserRecord>('TalentUser').implement({
  description: 'A user of the talent service: whoever viewed, screened, tagged, created or was given access.',
  extensions: ofTalent,
  // The service has no tool that looks users up: other subgraphs may add fields, and references end here.
  directives: [{ name: 'key', args: { fields: 'id', resolvable: false } }],
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: "The talent service's own id." }),
    name: t.exposeString('name', { description: 'Name; null where the service names the user by id alone.' }),
    email: t.expose('email', {
      type: 'EmailAddress',
      description: 'Address; null where the service names the user by id alone.',
    }),
    isViewer: t.exposeBoolean('isViewer', {
      description: 'Whether this is the caller; null where the service names the user by id alone.',
    }),
  }),
});
