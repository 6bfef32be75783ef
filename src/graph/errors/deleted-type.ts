import { builder } from '../core/builder.ts';

/** The success type of a mutation that deletes: the id of what is gone. */
export const deletedType = (name: string) =>
  builder.objectRef<{ deletedId: string }>(`${name}Success`).implement({
    description: 'It is gone.',
    fields: (t) => ({ deletedId: t.exposeID('deletedId', { nullable: false, description: 'The id that it had.' }) }),
  });
