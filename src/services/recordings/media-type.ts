import { extname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { decodeText } from '../decode-text.ts';
import type { RecordingHints } from './recording-store.ts';

/** How much of a recording its type is judged by. */
export const headBytes = 64 * 1024;

const unknownType = 'application/octet-stream';
const wellFormed = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,80}$/;

/** Types that begin with no signature, or a weak one, by the extension of their files. */
const typeByExtension: Record<string, string> = {
  '.vtt': 'text/vtt',
  '.srt': 'application/x-subrip',
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
};

const transcriptTypes = new Set(['text/vtt', 'application/x-subrip', 'application/json']);

/** The type of a recording: what the content shows; otherwise what its sender declares, or its name says. */
export async function mediaTypeOf(head: Uint8Array, hints: RecordingHints = {}): Promise<string> {
  const sniffed = await sniff(head);
  if (sniffed !== undefined) return sniffed;
  const text = textType(head);
  if (text !== undefined) return text;
  const named = typeByExtension[extname(hints.fileName ?? '').toLowerCase()];
  const declared = hints.mediaType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (declared === unknownType || !wellFormed.test(declared)) return named ?? unknownType;
  // Browsers know no type for subtitle files and call them plain text, or by a name of their own.
  return named !== undefined && transcriptTypes.has(named) ? named : declared;
}

async function sniff(head: Uint8Array): Promise<string | undefined> {
  // The head may end in the midst of a structure that the library would follow.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found && wellFormed.test(found.mime) ? found.mime : undefined;
}

function textType(head: Uint8Array): string | undefined {
  const text = decodeText(head.subarray(0, 4096)).trimStart();
  if (/^WEBVTT(?:\s|$)/.test(text)) return 'text/vtt';
  if (/^(?:\d+\s*\n)?\s*\d{1,2}:\d{2}:\d{2},\d{1,3}\s*-->/.test(text.replaceAll('\r', '\n')))
    return 'application/x-subrip';
  if (/^(?:\[\s*\{|\{\s*")/.test(text)) return 'application/json';
  return undefined;
}
