import { z } from 'zod';
import { parseJson } from '../../../../../tools/rules/json.ts';
import { plainText } from '../../plain-text.ts';
import { isTimeSpan, type SpokenSegment, type Transcript } from './transcript.ts';

const wholeMs = z.number().transform(Math.round);

/**
 * Times count from the start of the recording: `startMs` and `endMs` (or `start_ms` and `end_ms`) in milliseconds, or
 * `start` and `end` in seconds or milliseconds, see `unitOf`.
 */
const entrySchema = z
  .object({
    speaker: z.string().nullish(),
    text: z.string(),
    startMs: wholeMs.optional(),
    start_ms: wholeMs.optional(),
    endMs: wholeMs.nullish(),
    end_ms: wholeMs.nullish(),
    start: z.number().optional(),
    end: z.number().nullish(),
  })
  .transform(({ speaker, text, ...times }) => ({
    speaker: plainText(speaker ?? '') || null,
    text: plainText(text),
    startMs: times.startMs ?? times.start_ms,
    endMs: times.endMs ?? times.end_ms,
    start: times.start,
    end: times.end,
  }));

type Entry = z.output<typeof entrySchema>;

/** `[{ "speaker": "Ada", "startMs": 0, "endMs": 1500, "text": "Hi" }]`, or an object with such a list in `segments`. */
const documentSchema = z.union([
  z.array(z.unknown()),
  z.object({ segments: z.array(z.unknown()) }).transform(({ segments }) => segments),
]);

/**
 * Skips unreadable entries and counts them.
 * @returns undefined when the text is not a transcript
 */
export function readJsonTranscript(text: string): Transcript | undefined {
  const document = documentSchema.safeParse(parseJson(text.replace(/^\uFEFF/, '')));
  if (!document.success) return undefined;
  const entries = document.data.flatMap((entry) => entrySchema.safeParse(entry).data ?? []);
  const msPerUnit = unitOf(entries);
  const timed = entries.flatMap((entry) => timedSegment(entry, msPerUnit) ?? []);
  return {
    segments: timed.filter((segment) => segment.text !== '').toSorted((a, b) => a.startMs - b.startMs),
    skippedCues: document.data.length - timed.length,
  };
}

function timedSegment({ speaker, text, ...times }: Entry, msPerUnit: number): SpokenSegment | undefined {
  const scaled = (value: number | null | undefined) => (value == null ? undefined : Math.round(value * msPerUnit));
  const startMs = times.startMs ?? scaled(times.start);
  const endMs = times.endMs ?? scaled(times.end) ?? startMs;
  if (startMs === undefined || endMs === undefined || !isTimeSpan(startMs, endMs)) return undefined;
  return { speaker, text, startMs, endMs };
}

const secondsPerDay = 86_400;
/** An average word takes between 50 milliseconds and 50 seconds, so with more units the unit is a millisecond. */
const maxUnitsPerWord = 50;

/**
 * Returns milliseconds per unit. The unit is a second, unless all values are integers and, in seconds, the recording
 * would last longer than a day or an average word longer than 50 seconds.
 */
function unitOf(entries: readonly Entry[]): 1 | 1000 {
  const withoutUnit = entries.flatMap(({ startMs, start, end, text }) =>
    startMs !== undefined || start === undefined ? [] : [{ start, end: end ?? start, text }],
  );
  const isWhole = withoutUnit.every(({ start, end }) => Number.isInteger(start) && Number.isInteger(end));
  if (!isWhole) return 1000;
  if (withoutUnit.some(({ end }) => end > secondsPerDay)) return 1;
  const spoken = withoutUnit.filter(({ start, end, text }) => end > start && text !== '');
  const units = spoken.reduce((sum, { start, end }) => sum + end - start, 0);
  const words = spoken.reduce((sum, { text }) => sum + text.split(' ').length, 0);
  return units > words * maxUnitsPerWord ? 1 : 1000;
}
