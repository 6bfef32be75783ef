import { z } from 'zod';
import { parseJson } from '../../../../../tools/rules/json.ts';
import { plainText } from '../../plain-text.ts';
import { millisecondsOf } from './cue-times.ts';
import { isTimeSpan, type SpokenSegment, type Transcript } from './transcript.ts';

const time = z.union([z.number(), z.string()]).nullish();
const name = z
  .union([
    z.string(),
    z.number(),
    z.object({ name: z.string().nullish(), id: z.union([z.string(), z.number()]).nullish() }),
  ])
  .nullish();

/**
 * Times count from the start of the recording: `startMs` and `endMs` (or `start_ms` and `end_ms`) in milliseconds, or
 * `start` and `end` in seconds or milliseconds, see `unitOf`, or as clock times. The other names are those of
 * transcription services.
 */
const entrySchema = z
  .object({
    speaker: name,
    speaker_name: name,
    speakerId: z.union([z.string(), z.number()]).nullish(),
    text: z.string().optional(),
    transcript: z.string().optional(),
    sentence: z.string().optional(),
    startMs: time,
    start_ms: time,
    endMs: time,
    end_ms: time,
    start: time,
    start_time: time,
    startTime: time,
    end: time,
    end_time: time,
    endTime: time,
  })
  .transform(({ text, transcript, sentence, ...entry }, context) => {
    const said = text ?? transcript ?? sentence;
    if (said === undefined) return context.addIssue('text is missing') ?? z.NEVER;
    return {
      speaker: nameOf(entry.speaker ?? entry.speaker_name ?? entry.speakerId),
      text: plainText(said),
      start: readTime(entry.startMs ?? entry.start_ms, entry.start ?? entry.start_time ?? entry.startTime),
      end: readTime(entry.endMs ?? entry.end_ms, entry.end ?? entry.end_time ?? entry.endTime),
    };
  });

type Entry = z.output<typeof entrySchema>;

function nameOf(value: z.output<typeof name>): string | null {
  if (typeof value === 'object' && value !== null) return nameOf(value.name ?? value.id);
  return typeof value === 'number' ? `Speaker ${value}` : plainText(value ?? '') || null;
}

const clockTime = /^\s*(?:\d{1,3}:){1,2}\d{1,3}(?:[.,]\d{1,9})?\s*$/;

interface EntryTime {
  value: number;
  /** Whether it is in milliseconds; the unit of others depends on all of them. */
  isInMs: boolean;
}

function readTime(inMs: z.output<typeof time>, plain: z.output<typeof time>): EntryTime | undefined {
  const value = inMs ?? plain;
  if (value == null) return undefined;
  if (typeof value === 'string' && clockTime.test(value)) {
    return { value: millisecondsOf(value.trim(), { countsMilliseconds: false }), isInMs: true };
  }
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  return { value: number, isInMs: inMs != null };
}

const list = z.array(z.unknown());

/** The lists of segments of the documented form and of transcription services. */
const documentSchema = z.union([
  // `[{ "speaker": "Ada", "startMs": 0, "endMs": 1500, "text": "Hi" }]`.
  list,
  // The documented form, Whisper and WhisperX.
  z.object({ segments: list }).transform(({ segments }) => segments),
  // AssemblyAI.
  z.object({ utterances: list }).transform(({ utterances }) => utterances),
  // Deepgram.
  z.object({ results: z.object({ utterances: list }) }).transform(({ results }) => results.utterances),
  // Fireflies.
  z.object({ sentences: list }).transform(({ sentences }) => sentences),
  z
    .object({ data: z.object({ transcript: z.object({ sentences: list }) }) })
    .transform(({ data }) => data.transcript.sentences),
  // Gong.
  z
    .object({
      callTranscripts: z.array(
        z.object({
          transcript: z.array(z.object({ speakerId: z.string(), sentences: z.array(z.object({}).loose()) })),
        }),
      ),
    })
    .transform(({ callTranscripts: [call] }) =>
      (call?.transcript ?? []).flatMap(({ speakerId, sentences }) =>
        sentences.map((sentence) => ({ ...sentence, speakerId })),
      ),
    ),
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
    cueCount: document.data.length,
    skippedCues: document.data.length - timed.length,
  };
}

function timedSegment({ speaker, text, start, end }: Entry, msPerUnit: number): SpokenSegment | undefined {
  const inMs = ({ value, isInMs }: EntryTime) => Math.round(isInMs ? value : value * msPerUnit);
  if (!start) return undefined;
  const startMs = inMs(start);
  const endMs = end ? inMs(end) : startMs;
  return isTimeSpan(startMs, endMs) ? { speaker, text, startMs, endMs } : undefined;
}

const secondsPerDay = 86_400;
/** An average word takes between 50 milliseconds and 50 seconds, so with more units the unit is a millisecond. */
const maxUnitsPerWord = 50;

/**
 * Returns milliseconds per unit. The unit is a second, unless all values are integers and, in seconds, the recording
 * would last longer than a day or an average word longer than 50 seconds.
 */
function unitOf(entries: readonly Entry[]): 1 | 1000 {
  const withoutUnit = entries.flatMap(({ start, end, text }) =>
    !start || start.isInMs ? [] : [{ start: start.value, end: end?.value ?? start.value, text }],
  );
  const isWhole = withoutUnit.every(({ start, end }) => Number.isInteger(start) && Number.isInteger(end));
  if (!isWhole) return 1000;
  if (withoutUnit.some(({ end }) => end > secondsPerDay)) return 1;
  const spoken = withoutUnit.filter(({ start, end, text }) => end > start && text !== '');
  const units = spoken.reduce((sum, { start, end }) => sum + end - start, 0);
  const words = spoken.reduce((sum, { text }) => sum + text.split(' ').length, 0);
  return units > words * maxUnitsPerWord ? 1 : 1000;
}
