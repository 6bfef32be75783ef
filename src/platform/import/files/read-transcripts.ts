import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join, relative, resolve } from 'node:path';
import { OperatorError, reasonOf } from '../../../tools/errors/operator-error.ts';
import { uploadLimits } from '../../../tools/conversation/vocabulary.ts';
import { sharedAnalysisThread } from '../../services/conversation/processing/analysis-thread.ts';
import { parseSpeakerLabel } from '../../services/conversation/processing/transcription/speaker-labels.ts';
import type { Transcript } from '../../services/conversation/processing/transcription/transcript.ts';
import { maxRecordBytes, tooLong, unreadable } from './read-lines.ts';
import { FileError, type LineFault, type SourceRecord } from './source-record.ts';

const mediaTypes: Readonly<Record<string, 'text/vtt' | 'application/x-subrip'>> = {
  '.vtt': 'text/vtt',
  '.srt': 'application/x-subrip',
};

const mediaTypeOf = (path: string) => mediaTypes[extname(path).toLowerCase()];

const hiddenPath = /(?:^|[/\\])\./;

interface FoundFiles {
  transcripts: string[];
  /** Files of a folder that are not transcripts. */
  others: string[];
}

/**
 * Returns the path of a transcript, or the paths of all files in a folder and its subfolders, except files whose names
 * begin with a period. Returns undefined for any other path.
 */
export async function findTranscripts(path: string): Promise<FoundFiles | undefined> {
  const isFolder = await stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isFolder) return mediaTypeOf(path) === undefined ? undefined : { transcripts: [path], others: [] };
  // `withFileTypes` keeps `readdir` out of linked folders: a link to its own parent would repeat every file 40 times.
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw new OperatorError(`The files of ${path} cannot be listed: ${reasonOf(error)}.`);
  });
  const files = entries
    .filter((entry) => entry.isFile() || (mediaTypeOf(entry.name) !== undefined && !entry.isDirectory()))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !hiddenPath.test(relative(path, file)))
    .toSorted();
  return {
    transcripts: files.filter((file) => mediaTypeOf(file) !== undefined),
    others: files.filter((file) => mediaTypeOf(file) === undefined),
  };
}

/**
 * Every transcript becomes an activity. The line of a record is the position of its path, from 1.
 * @param parent ids are paths relative to this folder
 * @throws FileError if there is no path
 */
export async function* readTranscripts(
  paths: readonly string[],
  { parent, onBytes }: { parent: string; onBytes?: (bytes: number) => void },
): AsyncGenerator<SourceRecord | LineFault> {
  if (paths.length === 0) throw new FileError('is a folder without .vtt or .srt files; pass other files by name');
  for (const [index, path] of paths.entries()) {
    const line = index + 1;
    const read = await activityOf(path, parent).catch((error: unknown) => ({ fault: unreadable(error) }));
    if ('fault' in read) {
      yield { line, fault: read.fault };
    } else {
      const { leftOut, ...record } = read;
      onBytes?.(record.size);
      yield { line, kind: 'activity', ...record };
      if (leftOut !== undefined) yield { line, fault: leftOut, isStored: true };
    }
  }
}

async function activityOf(path: string, parent: string) {
  const entry = await stat(path);
  // Reading a pipe, or a device such as /dev/zero, might never end.
  if (!entry.isFile()) return { fault: 'is not a file' };
  const { size, mtime } = entry;
  if (size === 0) return { fault: 'is empty' };
  if (size > maxRecordBytes) return { fault: tooLong };
  const mediaType = mediaTypeOf(path) ?? 'text/vtt';
  const file = { bytes: await readFile(path), mediaType, knownNames: [] };
  // Use the thread: it limits time and memory, and a server that imports can answer requests meanwhile.
  const transcript = await sharedAnalysisThread().readTranscript(file, { organizationId: '' });
  if ('fault' in transcript) return { fault: transcript.fault };
  if (transcript.segments.length === 0) return { fault: 'contains no speech' };
  const { title, startedAt = mtime } = parseTranscriptName(basename(path, extname(path)));
  return {
    size,
    leftOut: leftOutCues(transcript),
    fields: {
      id: relative(parent, resolve(path)),
      type: 'meeting',
      status: 'completed',
      title: title?.slice(0, uploadLimits.title),
      started_at: startedAt.toISOString(),
      ...contentOf(transcript),
    },
  };
}

function leftOutCues({ skippedCues, cueCount, firstSkipped }: Transcript): string | undefined {
  if (!firstSkipped) return undefined;
  const { line, text } = firstSkipped;
  return `${skippedCues} of ${cueCount} cues were left out, because their times cannot be read; the first is line ${line}: ${text}`;
}

const maxLabelLength = 500;

/** Replaces the marks of characters that could not be decoded, which records must not contain. */
const withoutDamage = (text: string) => text.replaceAll('\uFFFD', '?');

const labelOf = (speaker: string) => withoutDamage(speaker).normalize('NFC').slice(0, maxLabelLength);

function contentOf({ segments, skippedCues, warnings = [] }: Transcript): Record<string, unknown> {
  const speakers = new Set(segments.flatMap(({ speaker }) => (speaker === null ? [] : labelOf(speaker))));
  return {
    duration_ms: segments.reduce((latest, { endMs }) => Math.max(latest, endMs), 0),
    participants: [...speakers].map((label) => ({ id: label, ...parseSpeakerLabel(label) })),
    segments: segments.map(({ speaker, startMs, endMs, text }) => ({
      participant_id: speaker === null ? null : labelOf(speaker),
      start_ms: startMs,
      end_ms: endMs,
      text: withoutDamage(text),
    })),
    ...((skippedCues > 0 || warnings.length > 0) && {
      processing: { state: 'done', skipped_cues: skippedCues, warnings: warnings.map(withoutDamage) },
    }),
  };
}

/** A time such as `2026-02-04`, `2026-02-04 10-00`, `20260204-100000` or `2026-02-04 15_00 GMT-7`. */
const timeText =
  /(?<!\d)(\d{4})([-_.]?)(\d{2})\2(\d{2})(?:[T _-]{1,3}(\d{2})[-.:h_]?(\d{2})(?:[-.:_]?(\d{2}))?)?(?!\d)(?:[ _]?(?:GMT|UTC)([+-](?:0?\d|1[0-4])(?!\d))(?:[:_]?(\d{2}))?)?/;

/** Words of the titles that programs give to all recordings, such as "Zoom Recording 1". */
const programWord = /^(?:gmt|utc|audio|video|zoom|recording|transcript|captions?|closed|cc|\d+(?:x\d+)?|)$/i;

/** Reads the title and the start in UTC, if present, from the name of a transcript without its extension. */
export function parseTranscriptName(name: string): { title: string | undefined; startedAt: Date | undefined } {
  const [text = '', year, , month, day, hour = '00', minute = '00', second = '00', zoneHours = '0', zoneMinutes = '0'] =
    timeText.exec(name) ?? [];
  const local = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const isTime = !Number.isNaN(local.getTime()) && local.getUTCDate() === Number(day);
  const offset = Number(zoneHours) * 60 + (zoneHours.startsWith('-') ? -1 : 1) * Number(zoneMinutes);
  const title = (isTime ? name.replace(text, ' ') : name)
    .replace(/_/g, ' ')
    .replace(/\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+|[\s.-]+$/g, '');
  return {
    title: title.split(/[\s.-]/).every((word) => programWord.test(word)) ? undefined : title,
    startedAt: isTime ? new Date(local.getTime() - offset * 60_000) : undefined,
  };
}
