import { toolCalls } from '../../../operation/cost/call-cost.ts';
import type { SegmentRecord } from '../../../tools/conversation/outputs.ts';
import { builder } from '../../core/builder.ts';
import { idOnly } from '../../core/selection.ts';
import { withFallback } from '../../errors/errors.ts';
import { type ActivityNode, scanCalls } from '../activity/activity-loader.ts';
import { loadParticipant, Participant, participantCost, unknownParticipant } from '../activity/participant.ts';
import { segmentEnd } from './moment.ts';

interface SpeakerNode {
  activity: ActivityNode;
  participantId: string;
  talkMs: number;
  segmentCount: number;
}

export const Speaker = builder.objectRef<SpeakerNode>('Speaker').implement({
  description: 'Speaking statistics of a participant in a transcript.',
  fields: (t) => ({
    participant: t.field({
      type: Participant,
      nullable: false,
      extensions: toolCalls({ batched: [{ ...scanCalls, unlessOnly: idOnly }] }),
      description: `The participant who spoke. ${participantCost} If the scan fails, only \`id\` is set and an error is added for this field.`,
      resolve: (speaker, _, context, info) => {
        const fallback = () => unknownParticipant(speaker.participantId);
        return withFallback(async () => (await loadParticipant(speaker, context, info)) ?? fallback(), {
          fallback,
          context,
          info,
        });
      },
    }),
    talkMs: t.exposeInt('talkMs', {
      nullable: false,
      description: 'Total speaking time in milliseconds. Segments with an unknown end are not counted.',
    }),
    segmentCount: t.exposeInt('segmentCount', {
      nullable: false,
      description: 'Number of segments that the participant spoke.',
    }),
  }),
});

export function speakersOf(activity: ActivityNode, segments: readonly SegmentRecord[]): SpeakerNode[] {
  const speakers = new Map<string, SpeakerNode>();
  for (const segment of segments) {
    const { participantId } = segment;
    if (participantId === null) continue;
    const { talkMs, segmentCount } = speakers.get(participantId) ?? { talkMs: 0, segmentCount: 0 };
    speakers.set(participantId, {
      activity,
      participantId,
      talkMs: talkMs + segmentEnd(segment) - segment.startMs,
      segmentCount: segmentCount + 1,
    });
  }
  return [...speakers.values()].toSorted((a, b) => b.talkMs - a.talkMs);
}
