import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';

const meetingFile = z.object({
  meeting_transcripts: z.array(z.object({ speaker: z.string(), content: z.string() })).min(1),
  general_query_list: z.array(z.object({ query: z.string(), answer: z.string() })).default([]),
});

/** A meeting of the QMSum collection: a transcript without times, and a summary written by a person. */
export interface Meeting {
  /** For example ES2002b, or `train-7` for line 7 of train.jsonl. */
  name: string;
  turns: { speaker: string; content: string }[];
  humanSummary: string;
}

export interface MeetingFolder {
  /** Sorted by file name. */
  meetings: Meeting[];
  /** Unreadable input: file, line and reason. */
  faults: string[];
}

/** Reads a meeting per `.json` file and per line of `.jsonl`; returns undefined when the folder does not exist. */
export async function readMeetingFolder(folder: string): Promise<MeetingFolder | undefined> {
  const files = await readdir(folder).catch(() => undefined);
  if (!files) return undefined;
  const read: MeetingFolder = { meetings: [], faults: [] };
  for (const file of files.toSorted()) {
    const [, stem = '', format] = /^(.*)\.(jsonl?)$/.exec(basename(file)) ?? [];
    if (format === undefined) continue;
    const text = await readFile(join(folder, file), 'utf8');
    if (format === 'json') readOne(read, { text, file, name: stem });
    else readLines(read, { text, file, stem });
  }
  return read;
}

function readLines(read: MeetingFolder, { text, file, stem }: { text: string; file: string; stem: string }): void {
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() !== '') readOne(read, { text: line, file, line: index + 1, name: `${stem}-${index + 1}` });
  }
}

/** Syntax errors are reported with their line, invalid values with their path. */
function readOne(
  read: MeetingFolder,
  { text, file, line, name }: { text: string; file: string; line?: number; name: string },
): void {
  const fault = (at: number, reason: string) => void read.faults.push(`${file}:${line ?? at}: ${reason}`);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fault(lineOf(reason) ?? text.split('\n').length, reason);
  }
  const meeting = meetingFile.safeParse(value);
  if (!meeting.success) {
    const { path = [], message = '' } = meeting.error.issues[0] ?? {};
    return fault(1, `${path.join('.') || 'the meeting'}: ${message}`);
  }
  const { meeting_transcripts: turns, general_query_list: queries } = meeting.data;
  read.meetings.push({ name, turns, humanSummary: queries[0]?.answer ?? '' });
}

/** V8 reports the position as `(line 3 column 4)`, except for an unexpected end. */
function lineOf(reason: string): number | undefined {
  const [, line] = /\(line (\d+) column \d+\)/.exec(reason) ?? [];
  return line === undefined ? undefined : Number(line);
}
