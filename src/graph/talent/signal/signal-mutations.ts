import type { SignalRecord } from '../../../connector/talent/records.ts';
import type { TalentClient } from '../../../connector/talent/talent-client.ts';
import { signalPayload } from '../../../tools/talent/signal.ts';
import { builder } from '../../core/builder.ts';
import { checkIds } from '../../core/input.ts';
import { mutationResult } from '../../errors/mutation-result.ts';
import { readBack } from '../../errors/read-back.ts';
import { Signal } from './signal.ts';
import { signalLoader } from './signal-loaders.ts';

function signalMutation(options: {
  field: 'markSignalViewed' | 'screenSignal' | 'unscreenSignal';
  name: string;
  description: string;
  change: (talent: TalentClient, id: string) => Promise<SignalRecord | null>;
}) {
  const success = builder.objectRef<{ signal: SignalRecord }>(`${options.name}Success`).implement({
    description: 'It happened.',
    fields: (t) => ({
      signal: t.expose('signal', { type: Signal, nullable: false, description: 'The signal as it is now.' }),
    }),
  });
  const result = mutationResult({
    connector: 'talent',
    name: options.name,
    description: `How ${options.field} ended.`,
    problems: ['NotFoundProblem'],
    success,
  });
  builder.mutationField(options.field, (t) =>
    t.field({
      type: result.type,
      nullable: false,
      description: options.description,
      args: { id: t.arg.id({ required: true, description: 'Id of the signal.' }) },
      resolve: (_, { id }, context, info) =>
        result.run(context, async () => {
          checkIds({ id });
          const record = await options.change(context.talent, id);
          if (record?.id === id) return { signal: record };
          const known = () => signalPayload.parse({ id });
          const load = () => signalLoader(context).load(id);
          return { signal: await readBack({ field: 'signal', known, load, context, info }) };
        }),
    }),
  );
}

signalMutation({
  field: 'markSignalViewed',
  name: 'MarkSignalViewed',
  description: 'Record that the caller looked at a signal. Twice is the same as once, later. One signal_mark_viewed.',
  change: (talent, id) => talent.markSignalViewed(id),
});

signalMutation({
  field: 'screenSignal',
  name: 'ScreenSignal',
  description:
    "Mark a signal reviewed by the caller: it is hidden from the caller's signals and saved searches unless they ask for it by screenedBy. One signal_screen.",
  change: (talent, id) => talent.screenSignal(id),
});

signalMutation({
  field: 'unscreenSignal',
  name: 'UnscreenSignal',
  description: "Take back the caller's screening: the signal is in default views again. One signal_unscreen.",
  change: (talent, id) => talent.unscreenSignal(id),
});
