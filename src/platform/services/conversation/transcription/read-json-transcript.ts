import { z } from 'zod';
import { isSpan, plainText, type SpokenSegment, type Transcript } from './transcript.ts';

const wholeMs = z.number().transform(Math.round);

/**
 * One thing that was said. Times since the recording began are milliseconds as `startMs` and `endMs` (or `start_ms`,
 * `end_ms`), or `start` and `end` in the unit of the list. The end may be left out. Further keys are ignored.
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

/** `[{ "speaker": "Ada", "startMs": 0, "endMs": 1500, "text": "Hello" }]`, or an object with such a list as `segments`. */
const documentSchema = z.union([
  z.array(z.unknown()),
  z.object({ segments: z.array(z.unknown()) }).transform(({ segments }) => segments),
]);

/**
 * Reads a transcript in JSON; entries that cannot be read are left out and counted. Times whose names give no unit are
 * seconds, unless only milliseconds make sense of them: see `unitOf`.
 * @returns nothing when it is not such a document
 */
export function readJsonTranscript(text: string): Transcript | undefined {
  const document = documentSchema.safeParse(parseJson(text));
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
  if (startMs === undefined || endMs === undefined || !isSpan(startMs, endMs)) return undefined;
  return { speaker, text, startMs, endMs };
}

const secondsPerDay = 86_400;
/** Read as seconds, a word would take longer than this on average; read as milliseconds, at least 50 ms. */
const maxUnitsPerWord = 50;

/**
 * How many milliseconds `start` and `end` count in. They are milliseconds when all of them are whole numbers and, read
 * as seconds, either the recording would last longer than a day or a word would take longer than 50 seconds to say.
 */
function unitOf(entries: readonly Entry[]): 1 | 1000 {
  const unnamed = entries.flatMap(({ startMs, start, end, text }) =>
    startMs !== undefined || start === undefined ? [] : [{ start, end: end ?? start, text }],
  );
  const isWhole = unnamed.every(({ start, end }) => Number.isInteger(start) && Number.isInteger(end));
  if (!isWhole) return 1000;
  if (unnamed.some(({ end }) => end > secondsPerDay)) return 1;
  const spoken = unnamed.filter(({ start, end, text }) => end > start && text !== '');
  const units = spoken.reduce((sum, { start, end }) => sum + end - start, 0);
  const words = spoken.reduce((sum, { text }) => sum + text.split(' ').length, 0);
  return units > words * maxUnitsPerWord ? 1 : 1000;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
