import type { TranscriptFile } from '../../../src/platform/services/conversation/processing/transcription/read-transcript.ts';
import { filled } from './filled.ts';

/** Builds an uploaded transcript with about this many characters. */
type HostileFile = (characters: number) => TranscriptFile;

const fileOf =
  (mediaType: TranscriptFile['mediaType'], text: (characters: number) => string): HostileFile =>
  (characters) => ({ bytes: Buffer.from(text(characters)), mediaType, knownNames: [] });

const srtCue = '1\n00:00:00,000 --> 00:00:01,000\nHello\n\n';
/** A SubRip file with one cue, then a pattern that repeats. */
const srt = (pattern: string, { before = '', after = '\n' } = {}) =>
  fileOf('application/x-subrip', (characters) => `${srtCue}${before}${filled(pattern, characters)}${after}`);
/** A WebVTT file with one cue, whose text repeats a pattern. */
const vtt = (pattern: string) =>
  fileOf('text/vtt', (characters) => `WEBVTT\n\n00:00.000 --> 00:01.000\n${filled(pattern, characters)}x\n`);
/** A JSON list of entries that are all the same. */
const json = (entry: string) =>
  fileOf('application/json', (characters) => {
    const entries = Array.from({ length: Math.ceil(characters / (entry.length + 1)) }, () => entry);
    return `[${entries.join(',')}]`;
  });

/** Files on which a careless parser takes more than linear time. */
export const hostileFiles: Record<string, HostileFile> = {
  'arrows on one line': srt('-->', { after: '\nx\n' }),
  'lines of arrows': srt('-->\n'),
  'a digit and hyphens': srt('-', { before: '1' }),
  'a digit, equals signs and hyphens': srt('=-', { before: '1' }),
  'empty lines': srt('\n'),
  'lines of text': srt('x\n'),
  'many cues': srt(srtCue),
  'carriage returns': srt('\r'),
  'nested tags': vtt('<b>'),
  'nested voices': vtt('<v Ann>x'),
  'closing tags': vtt('</b>'),
  'tags that never end': vtt('<b'),
  'character references': vtt('&amp'),
  'hyphens before a speaker': vtt('- '),
  'labels of speakers': vtt('a:'),
  'entries of one letter': json('{"speaker":"a","startMs":0,"text":"a"}'),
  'empty entries': json('{}'),
};
