import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../../../../../../src/platform/services/conversation/processing/transcription/read-transcript.ts';
import { type ExpectedTranscript, readOwnFiles } from '../../../../../support/own-files/own-files.ts';

const mediaTypes = { '.vtt': 'text/vtt', '.srt': 'application/x-subrip', '.json': 'application/json' } as const;
function filesOf(half: 'dev' | 'sealed') {
  const { folder, expected } = readOwnFiles(half);
  return (['transcripts', 'uploads'] as const).flatMap((kind) =>
    Object.entries(expected[kind]).map(([name, reading]) => ({ name, path: join(folder, kind, name), reading })),
  );
}

async function read(path: string) {
  const extension = extname(path);
  const mediaType = Object.entries(mediaTypes).find(([each]) => each === extension)?.[1] ?? 'text/vtt';
  return readTranscript({ bytes: readFileSync(path), mediaType, knownNames: [] });
}

const isNear = (actual: number, wanted: number | null | undefined) => wanted == null || Math.abs(actual - wanted) <= 1;

describe.each(['dev', 'sealed'] as const)('transcripts as people bring them (%s)', (half) => {
  it.each(filesOf(half))('$name', async ({ path, reading }) => {
    const found = await read(path);
    expect(differences(found, reading, extname(path) === '.json')).toEqual([]);
  });
});

/** Differences from a person's reading. Captions without cues pass: a later step rejects them. */
function differences(
  found: Awaited<ReturnType<typeof readTranscript>>,
  reading: ExpectedTranscript,
  isJson: boolean,
): string[] {
  if (typeof reading === 'string') {
    if (!reading.startsWith('rejected')) return [];
    return 'fault' in found || (!isJson && found.segments.length === 0) ? [] : ['not rejected'];
  }
  if ('fault' in found) return [found.fault];
  const wanted = Array.isArray(reading) ? reading : (reading.segments ?? []);
  const inOrder = !Array.isArray(reading) && reading['order'] === 'any';
  const sorted = inOrder ? wanted.toSorted((a, b) => Number(a[2]) - Number(b[2])) : wanted;
  const faults = found.segments.flatMap(({ speaker, text, startMs, endMs }, index) => {
    const [wantedSpeaker = null, wantedText, start, end] = sorted[index] ?? [];
    const speakers = wantedSpeaker !== null && typeof wantedSpeaker === 'object' ? wantedSpeaker.any : [wantedSpeaker];
    const texts = typeof wantedText === 'object' ? wantedText.any : [wantedText];
    const isRight = speakers.includes(speaker) && texts.includes(text) && isNear(startMs, start) && isNear(endMs, end);
    return isRight ? [] : [`${JSON.stringify([speaker, text, startMs, endMs])} for ${JSON.stringify(sorted[index])}`];
  });
  return found.segments.length === sorted.length ? faults : [...faults, `${found.segments.length} segments`];
}
