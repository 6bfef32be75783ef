import type { GraphContext } from '../../core/context.ts';
import { perOperation } from '../../core/loader.ts';
import type { ActivityNode } from './activity-loader.ts';

/** Creates the nodes of an output once per operation, for any number of aliases; null if there is no output. */
export function nodesLoader<Item extends object, Node>(
  load: (activity: ActivityNode, context: GraphContext) => Promise<readonly Item[] | null>,
  create: (items: readonly Item[], activity: ActivityNode) => Node[],
) {
  // Cached separately: nodes without the activity's record load that record when a field needs it.
  const createdNodes = perOperation(() => ({
    withRecord: new WeakMap<readonly Item[], Node[]>(),
    withoutRecord: new WeakMap<readonly Item[], Node[]>(),
  }));
  return async (activity: ActivityNode, context: GraphContext): Promise<Node[] | null> => {
    const items = await load(activity, context);
    if (!items) return null;
    const { withRecord, withoutRecord } = createdNodes(context);
    const created = activity.record ? withRecord : withoutRecord;
    const nodes = created.get(items) ?? create(items, activity);
    created.set(items, nodes);
    return nodes;
  };
}
