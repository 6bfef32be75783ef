import type { SignalRecord } from '../../../tools/talent/signal.ts';
import type { TalentClient } from '../../../connector/talent/talent-client.ts';
import { signalPayload } from '../../../tools/talent/signal.ts';
import { checkIds } from '../../core/input.ts';
import { changedType, mutation } from '../../errors/mutation-result.ts';
import { loadAfterChange } from '../../errors/load-after-change.ts';
import { Signal } from './signal.ts';
import { signalLoader } from './signal-loaders.ts';

function signalMutation(options: {
  name: 'markSignalViewed' | 'screenSignal' | 'unscreenSignal';
  tool: string;
  success: { name: string; description: string };
  description: string;
  change: (talent: TalentClient, id: string) => Promise<SignalRecord | null>;
}) {
  mutation({
    connector: 'talent',
    name: options.name,
    tool: options.tool,
    description: options.description,
    problems: ['NotFoundProblem'],
    success: changedType(options.success.name, {
      description: options.success.description,
      field: 'signal',
      type: Signal,
    }),
    args: (arg) => ({ id: arg.id({ required: true, description: 'ID of the signal.' }) }),
    change: async ({ id }, context, info) => {
      checkIds({ id });
      const record = await options.change(context.talent, id);
      if (record?.id === id) return { node: record };
      const known = () => signalPayload.parse({ id });
      const load = () => signalLoader(context).load(id);
      return { node: await loadAfterChange({ field: 'signal', known, load, context, info }) };
    },
  });
}

signalMutation({
  name: 'markSignalViewed',
  tool: 'signal_mark_viewed',
  success: { name: 'MarkSignalViewedSuccess', description: 'The view was recorded.' },
  description:
    'Records that the caller viewed a signal. Repeating it only updates `SignalView.viewedAt`. Costs one `signal_mark_viewed` call.',
  change: (talent, id) => talent.markSignalViewed(id),
});

signalMutation({
  name: 'screenSignal',
  tool: 'signal_screen',
  success: { name: 'ScreenSignalSuccess', description: 'The signal was screened.' },
  description:
    'Marks a signal as reviewed by the caller. From then on, `Query.signals` and saved searches do not return the signal to the caller, unless they filter by the users who screened signals. Costs one `signal_screen` call.',
  change: (talent, id) => talent.screenSignal(id),
});

signalMutation({
  name: 'unscreenSignal',
  tool: 'signal_unscreen',
  success: { name: 'UnscreenSignalSuccess', description: 'The screening was undone.' },
  description:
    "Undoes the caller's screening of a signal, so that `Query.signals` and saved searches return it again. Costs one `signal_unscreen` call.",
  change: (talent, id) => talent.unscreenSignal(id),
});
