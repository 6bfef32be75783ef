import type { ListRecord } from '../../../tools/talent/list.ts';
import { ToolError } from '../../../tools/errors/tool-error.ts';
import { builder, eventTime } from '../../core/builder.ts';
import { entityById, fieldById } from '../../core/entities.ts';
import { idOf, toolCalls } from '../../../operation/cost/call-cost.ts';
import type { GraphContext } from '../../core/context.ts';
import { talentSource } from '../../../operation/type-source.ts';
import { listLoader } from './list-loaders.ts';
import { TalentUser } from '../talent-user.ts';

/** A list whose record is loaded when a field needs it. */
interface ListNode {
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

/** Creates a resolver that is synchronous if the record is already loaded. */
const fromRecord =
  <Value>(pick: (record: ListRecord) => Value) =>
  (list: ListNode, _: unknown, context: GraphContext) =>
    list.record ? pick(list.record) : load(list, context).then(pick);

const allLists = toolCalls({ batched: [{ tool: 'lists_list' }] });

export const List = builder.objectRef<ListNode>('List').implement({
  description:
    'A list of signals, private to its creator or shared with other users. Where only the ID is known, as in `ListEntry.list`, selecting more than `id` costs one `lists_get` call for a single list, or one `lists_list` call for several lists.',
  extensions: { ...talentSource, ...allLists },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'ID of the list.' }),
    name: t.string({
      description: 'Display name, 1 to 200 characters; null if the service returns none.',
      resolve: fromRecord((list) => list.name),
    }),
    creator: t.field({
      type: TalentUser,
      description: 'User who created the list; only they can delete it. Null if unknown.',
      resolve: fromRecord((list) => list.creator),
    }),
    accesses: t.field({
      type: [TalentUser],
      description:
        'Users besides the creator who can see and edit the list; empty if it is private. Null only if loading the list failed.',
      resolve: fromRecord((list) => list.accesses),
    }),
    isPrivate: t.boolean({
      description: 'Whether only the creator can see the list. Null only if loading the list failed.',
      resolve: fromRecord((list) => list.accesses.length === 0),
    }),
    createdAt: t.field({ ...eventTime('the list was created'), resolve: fromRecord((list) => list.createdAt) }),
    entryCount: t.int({
      description: 'Number of entries on the list; null if the service does not report it.',
      resolve: fromRecord((list) => list.entryCount),
    }),
  }),
});

async function findList(id: string, context: GraphContext): Promise<ListNode | null> {
  const record = await listLoader(context).byId.load(id);
  return record && asListNode(record);
}

entityById(List, findList);

fieldById('list', {
  type: List,
  extensions: toolCalls({ lookup: { keyOf: idOf }, batched: [{ tool: 'lists_get' }] }),
  description:
    'A list by ID; null if it does not exist or the caller cannot see it. Costs one `lists_get` call; several lists in an operation share one call.',
  idDescription: 'ID of the list.',
  find: findList,
});

builder.queryField('lists', (t) =>
  t.field({
    type: [List],
    extensions: allLists,
    description: 'All lists that the caller can see, newest first. Costs one `lists_list` call per operation.',
    resolve: async (_, _args, context) => (await listLoader(context).loadAll()).map(asListNode),
  }),
);
