import { plainText } from '../../plain-text.ts';
import { voiceTexts } from './cue-text.ts';
import { readCues } from './read-cues.ts';
import { withoutRepeatedLines } from './rolling-captions.ts';
import { extractSpeakerLabels, type SpokenLine } from './speaker-labels.ts';
import type { SpokenSegment, Transcript } from './transcript.ts';

/** Speakers come from voice tags (`<v Name>`), otherwise from labels. */
export function readCaptions(text: string, { knownNames = [] }: { knownNames?: readonly string[] } = {}): Transcript {
  const { cues, skipped, firstSkipped } = readCues(text);
  const shown = cues.map(({ lines }) => linesOf(lines));
  const once = withoutRepeatedLines(shown.map((lines) => lines.map(({ text: line }) => line)));
  const lines = shown.flatMap((all, cue) =>
    all.slice(all.length - (once[cue]?.length ?? 0)).map((line): SpokenLine => ({ ...line, cue })),
  );
  const spoken: { cue: number; speaker: string | null; said: string[] }[] = [];
  for (const { cue, speaker, text: said } of extractSpeakerLabels(lines, knownNames)) {
    const last = spoken.at(-1);
    if (last?.cue === cue && last.speaker === speaker) last.said.push(said);
    else spoken.push({ cue, speaker, said: [said] });
  }
  const segments = spoken.map(({ cue, speaker, said }): SpokenSegment => {
    const { startMs = 0, endMs = 0 } = cues[cue] ?? {};
    return { speaker, startMs, endMs, text: plainText(said.join(' ')) };
  });
  return {
    segments: segments.filter((segment) => segment.text !== '').toSorted((a, b) => a.startMs - b.startMs),
    cueCount: cues.length + skipped,
    skippedCues: skipped,
    firstSkipped,
  };
}

const linesOf = (lines: readonly string[]) =>
  voiceTexts(lines)
    .flat()
    .map(({ speaker, text }) => ({ speaker: speaker === null ? null : plainText(speaker), text: plainText(text) }))
    .filter(({ text }) => text !== '');
