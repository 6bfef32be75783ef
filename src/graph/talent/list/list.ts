import type { ListRecord } from '../../../connector/talent/records.ts';
import { ToolError } from '../../../connector/tool-error.ts';
import { builder } from '../../core/builder.ts';
import { idOf, toolCalls } from '../../cost/call-cost.ts';
import type { GraphContext } from '../../core/context.ts';
import { ofTalent } from '../../core/ownership.ts';
import { listLoader } from './list-loaders.ts';
import { TalentUser } from '../talent-user.ts';

/** A list of which sometimes only the id is at hand; the rest is loaded when a field asks for it. */
export interface ListNode {
  id: string;
  record?: ListRecord;
}

export const asListNode = (record: ListRecord): ListNode => ({ id: record.id, record });

async function load({ id }: ListNode, context: GraphContext): Promise<ListRecord> {
  const record = await listLoader(context).byId.load(id);
  if (record) return record;
  throw new ToolError({
    code: 'NOT_FOUND',
    tool: 'lists_get',
    message: `There is no list with the id ${JSON.stringify(id)}.`,
  });
}

/** A resolver that reads the record, without a wait where it is at hand. */
const fromRecord =
  <Value>(pick: (record: ListRecord) => Value) =>
  (list: ListNode, _: unknown, context: GraphContext) =>
    list.record ? pick(list.record) : load(list, context).then(pick);

const allLists = toolCalls({ shared: [{ tool: 'lists_list' }] });

export const List = builder.objectRef<ListNode>('List').implement({
  description: 'A list of signals that somebody keeps, alone or with others.',
  extensions: { ...ofTalent, ...allLists },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Id.' }),
    name: t.string({ description: 'Name.', resolve: fromRecord((list) => list.name) }),
    creator: t.field({
      type: TalentUser,
      description: 'Who created it and alone may delete it.',
      resolve: fromRecord((list) => list.creator),
    }),
    accesses: t.field({
      type: [TalentUser],
      description:
        'Who besides the creator may see and edit it; empty for a private list. Null only when the list is known by an entry alone and reading it fails.',
      resolve: fromRecord((list) => list.accesses),
    }),
    isPrivate: t.boolean({
      description:
        'Whether the creator alone sees it. Null only when the list is known by an entry alone and reading it fails.',
      resolve: fromRecord((list) => list.accesses.length === 0),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was created.',
      resolve: fromRecord((list) => list.createdAt),
    }),
    entryCount: t.int({ description: 'How many signals are on it.', resolve: fromRecord((list) => list.entryCount) }),
  }),
});

async function findList(id: string, context: GraphContext): Promise<ListNode | null> {
  const record = await listLoader(context).byId.load(id);
  return record && asListNode(record);
}

builder.asEntity(List, {
  key: builder.selection<{ id: string }>('id'),
  resolveReference: async ({ id }, context) => findList(id, context),
});

builder.queryField('list', (t) =>
  t.field({
    type: List,
    extensions: toolCalls({ find: { keyOf: idOf }, shared: [{ tool: 'lists_get' }] }),
    description: 'A list by id; null when there is none that the caller may see. One lists_get.',
    args: { id: t.arg.id({ required: true, description: 'Id of the list.' }) },
    resolve: (_, { id }, context) => findList(id, context),
  }),
);

builder.queryField('lists', (t) =>
  t.field({
    type: [List],
    extensions: allLists,
    description: 'All lists that the caller may see, newest first. One lists_list.',
    resolve: async (_, _args, context) => (await listLoader(context).loadAll()).map(asListNode),
  }),
);
