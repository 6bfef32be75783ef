import { extname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { decodeText } from './decode-text.ts';

/** What the sender declared; used only if the content does not reveal the media type. */
export interface RecordingHints {
  fileName?: string | undefined;
  mediaType?: string | undefined;
}

const transcriptTypes = ['text/vtt', 'application/x-subrip', 'application/json'] as const;
export type TranscriptType = (typeof transcriptTypes)[number];

export const asTranscriptType = (mediaType: string): TranscriptType | undefined =>
  transcriptTypes.find((type) => type === mediaType);

export const isSpeech = (mediaType: string) => /^(?:audio|video)\//.test(mediaType);

const unknownType = 'application/octet-stream';

/** Returns why a file cannot be a recording, as a predicate such as `is an empty file`; otherwise undefined. */
export function recordingIssue({ size, mediaType }: { size: number; mediaType: string }): string | undefined {
  if (size === 0) return 'is an empty file';
  if (isSpeech(mediaType) || asTranscriptType(mediaType) !== undefined) return undefined;
  const type = mediaType === unknownType ? 'of an unknown type' : mediaType;
  return `is ${type}, which is neither audio, video nor a transcript (WebVTT, SubRip, JSON)`;
}

/** Number of bytes at the start of a recording that determine its media type. */
export const headBytes = 64 * 1024;

const mediaTypePattern = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,80}$/;

const transcriptByExtension: Record<string, TranscriptType> = {
  '.vtt': 'text/vtt',
  '.srt': 'application/x-subrip',
  '.json': 'application/json',
};

/** Audio and video are recognized by their signatures; the sender's hints are used only for text. */
export async function mediaTypeOf(head: Uint8Array, hints: RecordingHints = {}): Promise<string> {
  const signed = await typeBySignature(head);
  if (signed !== undefined) return signed;
  const text = decodeText(head);
  if (!isLegible(text)) return unknownType;
  const recognized = transcriptTypeOf(text);
  if (recognized !== undefined) return recognized;
  const byName = transcriptByExtension[extname(hints.fileName ?? '').toLowerCase()];
  const declared = hints.mediaType?.split(';')[0]?.trim().toLowerCase() ?? '';
  // The file name has priority: browsers declare subtitles as plain text or with non-standard types.
  return (
    byName ??
    asTranscriptType(declared) ??
    (declared.startsWith('text/') && mediaTypePattern.test(declared) ? declared : unknownType)
  );
}

/** Whether content is text. Text in an unsupported encoding has a few illegible characters, binary content many. */
function isLegible(text: string): boolean {
  const illegible = text.match(/\uFFFD|(?!\s)\p{Cc}/gu)?.length ?? 0;
  return illegible <= text.length / 5;
}

async function typeBySignature(head: Uint8Array): Promise<string | undefined> {
  // The library can throw when the head ends in the middle of a structure.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found && mediaTypePattern.test(found.mime) ? found.mime : undefined;
}

function transcriptTypeOf(content: string): TranscriptType | undefined {
  const text = content.slice(0, 4096).trimStart();
  if (/^WEBVTT(?:\s|$)/.test(text)) return 'text/vtt';
  // SubRip begins with an optional number in its own line, and a time such as `00:00:01,500 -->`.
  if (/^(?:\d+\s*\n)?\s*\d{1,2}:\d{2}:\d{2},\d{1,3}\s*-->/.test(text.replaceAll('\r', '\n')))
    return 'application/x-subrip';
  if (/^(?:\[\s*\{|\{\s*")/.test(text)) return 'application/json';
  return undefined;
}
