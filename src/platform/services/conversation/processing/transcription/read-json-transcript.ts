import { z } from 'zod';
import { parseJson } from '../../../../../tools/rules/json.ts';
import { plainText } from '../../plain-text.ts';
import { millisecondsOf } from './cue-times.ts';
import { isTimeSpan, type SpokenSegment, type Transcript } from './transcript.ts';

/**
 * Reads a transcript in JSON. Skips unreadable entries and counts them.
 * @returns undefined when the text is not a transcript
 */
export function readJsonTranscript(text: string): Transcript | undefined {
  const found = entriesOf(parseJson(text.replace(/^\uFEFF/, '')));
  if (!found) return undefined;
  const entries = found.flatMap((entry) => entrySchema.safeParse(entry).data ?? []);
  const msPerUnit = msPerUnitOf(entries);
  const timed = entries.flatMap((entry) => timedSegment(entry, msPerUnit) ?? []);
  return {
    segments: timed.filter((segment) => segment.text !== '').toSorted((a, b) => a.startMs - b.startMs),
    cueCount: found.length,
    skippedCues: found.length - timed.length,
  };
}

/**
 * Schema of an entry. Times count from the start of the recording: `startMs` and `endMs` (or `start_ms` and `end_ms`)
 * in milliseconds; or `start` and `end` as clock times, or in seconds or milliseconds, see `msPerUnitOf`. The other
 * names are those of transcription services.
 */
const entrySchema = z.record(z.string(), z.unknown()).transform((entry, context) => {
  const first = (...names: string[]) => names.map((name) => entry[name]).find((value) => value != null);
  const said = first('text', 'transcript', 'sentence');
  if (typeof said !== 'string') {
    context.addIssue('text is missing');
    return z.NEVER;
  }
  return {
    speaker: nameOf(first('speaker', 'speaker_name', 'speaker_label', 'speakerId')),
    text: plainText(said),
    start: readTime(first('startMs', 'start_ms'), first('start', 'start_time', 'startTime')),
    end: readTime(first('endMs', 'end_ms'), first('end', 'end_time', 'endTime')),
  };
});

type Entry = z.output<typeof entrySchema>;

const named = z.object({ name: z.unknown(), id: z.unknown() }).partial();

function nameOf(value: unknown): string | null {
  if (typeof value === 'number') return `Speaker ${value}`;
  if (typeof value === 'string') return plainText(value) || null;
  const { data } = named.safeParse(value);
  const name = data?.name ?? data?.id;
  return typeof name === 'string' || typeof name === 'number' ? nameOf(name) : null;
}

/** A time such as `1:02:03.456` or `02:03,4`. */
const clockTime = /^\s*(?:\d{1,3}:){1,2}\d{1,3}(?:[.,]\d{1,9})?\s*$/;

interface EntryTime {
  value: number;
  /** Whether `value` is in milliseconds; otherwise its unit is found by comparing all times of the transcript. */
  isInMs: boolean;
}

function readTime(inMs: unknown, withoutUnit: unknown): EntryTime | undefined {
  const value = inMs ?? withoutUnit;
  if (typeof value === 'string' && clockTime.test(value)) {
    return { value: millisecondsOf(value.trim(), { countsMilliseconds: false }), isInMs: true };
  }
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
  return { value: Number(value), isInMs: inMs != null };
}

/** Paths to the list of segments in a document. The empty path is for a document that is the list itself. */
const paths = [
  [],
  // The documented form, Whisper and WhisperX.
  ['segments'],
  // AssemblyAI.
  ['utterances'],
  // Deepgram.
  ['results', 'utterances'],
  // AWS Transcribe.
  ['results', 'audio_segments'],
  // Gladia.
  ['result', 'transcription', 'utterances'],
  // Fireflies.
  ['sentences'],
  ['data', 'transcript', 'sentences'],
];

/** Gong: one call, whose turns have a speaker and sentences. A file of several calls is not a transcript. */
const gongDocument = z.object({
  callTranscripts: z.tuple([
    z.object({ transcript: z.array(z.object({ speakerId: z.string(), sentences: z.array(z.looseObject({})) })) }),
  ]),
});

function entriesOf(document: unknown): unknown[] | undefined {
  const parts = paths.map((path) => path.reduce<unknown>((part, name) => objectOf(part)?.[name], document));
  const lists = parts.flatMap((part) => (Array.isArray(part) ? [part] : []));
  const entries = lists.find(({ length }) => length > 0) ?? lists[0];
  if (entries) return entries;
  const [call] = gongDocument.safeParse(document).data?.callTranscripts ?? [];
  return call?.transcript.flatMap(({ speakerId, sentences }) => sentences.map((each) => ({ ...each, speakerId })));
}

const objectOf = (part: unknown) => z.record(z.string(), z.unknown()).safeParse(part).data;

function timedSegment({ speaker, text, start, end }: Entry, msPerUnit: number): SpokenSegment | undefined {
  const inMs = ({ value, isInMs }: EntryTime) => Math.round(isInMs ? value : value * msPerUnit);
  if (!start) return undefined;
  const startMs = inMs(start);
  const endMs = end ? inMs(end) : startMs;
  return isTimeSpan(startMs, endMs) ? { speaker, text, startMs, endMs } : undefined;
}

const secondsPerDay = 86_400;
/** If an average word takes more units of time than this, the unit is a millisecond instead of a second. */
const maxUnitsPerWord = 50;

/**
 * Returns milliseconds per unit. The unit is a second, unless all values are integers and, in seconds, the recording
 * would last longer than a day or an average word longer than 50 seconds.
 */
function msPerUnitOf(entries: readonly Entry[]): 1 | 1000 {
  const times = entries.flatMap(({ start, end, text }) =>
    !start || start.isInMs ? [] : [{ start: start.value, end: end?.value ?? start.value, text }],
  );
  const isWhole = times.every(({ start, end }) => Number.isInteger(start) && Number.isInteger(end));
  if (!isWhole) return 1000;
  if (times.some(({ end }) => end > secondsPerDay)) return 1;
  const spoken = times.filter(({ start, end, text }) => end > start && text !== '');
  const units = spoken.reduce((sum, { start, end }) => sum + end - start, 0);
  const words = spoken.reduce((sum, { text }) => sum + text.split(' ').length, 0);
  return units > words * maxUnitsPerWord ? 1 : 1000;
}
