import { z } from 'zod';
import { isSpan, plainText, type SpokenSegment, type Transcript } from './transcript.ts';
import { RecordingError } from '../recordings/recording-error.ts';

const segmentSchema = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  speaker: z
    .union([z.string(), z.int().transform((number) => `Speaker ${number}`)])
    .nullish()
    .catch(null),
});

const answerSchema = z.object({
  text: z.string().nullish(),
  duration: z.coerce.number().nonnegative().nullish().catch(null),
  segments: z.array(segmentSchema).nullish(),
});

const milliseconds = (seconds: number) => Math.round(seconds * 1000);

/**
 * Reads what a transcriber answers as `verbose_json` or `diarized_json`: timed segments, each with its speaker where the
 * transcriber tells speakers apart, or at least the text.
 */
export function readVerboseJson(answer: string): Transcript {
  const { text, duration, segments } = parse(answer);
  const durationMs = duration == null ? undefined : milliseconds(duration);
  const spoken = (segments ?? []).flatMap(({ start, end, ...segment }): SpokenSegment[] => {
    const [startMs, endMs] = [milliseconds(start), milliseconds(Math.max(start, end))];
    const words = plainText(segment.text);
    if (words === '' || !isSpan(startMs, endMs)) return [];
    return [{ speaker: plainText(segment.speaker ?? '') || null, startMs, endMs, text: words }];
  });
  const whole = plainText(text ?? '');
  const said =
    spoken.length > 0 || whole === '' ? spoken : [{ speaker: null, startMs: 0, endMs: durationMs ?? 0, text: whole }];
  return { segments: said.toSorted((a, b) => a.startMs - b.startMs), skippedCues: 0, durationMs };
}

function parse(answer: string) {
  try {
    return answerSchema.parse(JSON.parse(answer));
  } catch (cause) {
    throw new RecordingError('The transcriber answered something that cannot be read.', { cause });
  }
}
