import type { GraphQLResolveInfo } from 'graphql';
import { signalPayload, signalTools } from '../../../tools/talent/signal.ts';
import { maxPageSize } from '../../../tools/talent/vocabulary.ts';
import { builder } from '../../core/builder.ts';
import type { GraphContext } from '../../core/context.ts';
import { checkId } from '../../core/input.ts';
import { changedType, mutation } from '../../errors/mutation-result.ts';
import { loadAfterChange } from '../../errors/load-after-change.ts';
import { callsPerId, changePerId } from '../../errors/mutation-per-id.ts';
import { Signal } from './signal.ts';
import { signalLoader } from './signal-loaders.ts';

const signalSuccess = changedType('signal', Signal);

/** Each mutation of one signal, and the mutation of several signals that does the same (`several`). */
const changes = [
  {
    name: 'markSignalViewed',
    several: {
      name: 'markSignalsViewed',
      does: `Records that the caller viewed 1 to ${maxPageSize} signals, like \`markSignalViewed\``,
    },
    tool: signalTools.signal_mark_viewed,
    success: signalSuccess('MarkSignalViewedSuccess', 'The view was recorded.'),
    description:
      'Records that the caller viewed a signal. Repeating the mutation only updates `SignalView.viewedAt`. Costs one `signal_mark_viewed` call.',
  },
  {
    name: 'screenSignal',
    several: {
      name: 'screenSignals',
      does: `Marks 1 to ${maxPageSize} signals as reviewed by the caller, like \`screenSignal\``,
    },
    tool: signalTools.signal_screen,
    success: signalSuccess('ScreenSignalSuccess', 'The signal was screened.'),
    description:
      'Marks a signal as reviewed by the caller. From then on, `Query.signals` and saved searches do not return the signal to the caller, unless their filters select by who screened a signal. Costs one `signal_screen` call.',
  },
  {
    name: 'unscreenSignal',
    several: {
      name: 'unscreenSignals',
      does: `Undoes the caller's screening of 1 to ${maxPageSize} signals, like \`unscreenSignal\``,
    },
    tool: signalTools.signal_unscreen,
    success: signalSuccess('UnscreenSignalSuccess', 'The screening was undone.'),
    description:
      "Undoes the caller's screening of a signal, so that `Query.signals` and saved searches return the signal again. Costs one `signal_unscreen` call.",
  },
] as const;

for (const options of changes) {
  const { name, tool, several } = options;
  const one = mutation({
    ...options,
    problems: ['NotFoundProblem'],
    args: (arg) => ({ id: arg.id({ required: true, description: 'ID of the signal.' }) }),
    change: async ({ id }, context, info) => {
      // Check here: an issue from the tool would name its parameter `signal_id`, not `id`.
      checkId(id, ['id']);
      return change(id, context, info);
    },
  });
  builder.mutationField(several.name, (t) =>
    t.field({
      type: [one.type],
      extensions: callsPerId(tool.name, 'ids'),
      nullable: false,
      description: `${several.does}, and returns one result per ID, in the order of \`ids\`; some can fail while others succeed. Costs one \`${tool.name}\` call per distinct signal.`,
      args: { ids: t.arg.idList({ required: true, description: `IDs of the signals, 1 to ${maxPageSize}.` }) },
      resolve: (_, { ids }, context, info) => {
        // A repeated id shares one call.
        const changed = new Map<string, ReturnType<typeof change>>();
        return changePerId(ids, {
          argument: 'ids',
          change: (id) => {
            const result = changed.get(id) ?? change(id, context, info);
            changed.set(id, result);
            return result;
          },
          run: (changeOne) => one.run({ context, info }, changeOne),
        });
      },
    }),
  );

  async function change(id: string, context: GraphContext, info: GraphQLResolveInfo) {
    const record = await context.talent[name](id);
    if (record?.id === id) return { node: record };
    const known = () => signalPayload.parse({ id });
    const load = () => signalLoader(context).load(id);
    return { node: await loadAfterChange({ field: 'signal', known, load, context, info }) };
  }
}
