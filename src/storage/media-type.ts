import { extname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { decodeText } from './decode-text.ts';
import { asTranscriptType, type TranscriptType } from './transcript-types.ts';
import type { RecordingHints } from './recording-store.ts';

/** How much of a recording its type is judged by. */
export const headBytes = 64 * 1024;

export const unknownType = 'application/octet-stream';
const wellFormed = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,80}$/;

const transcriptByExtension: Record<string, TranscriptType> = {
  '.vtt': 'text/vtt',
  '.srt': 'application/x-subrip',
  '.json': 'application/json',
};

/**
 * The type of a recording, judged by its content. Audio and video have a signature; without one, what the sender
 * declares, or the name says, is believed of text alone.
 */
export async function mediaTypeOf(head: Uint8Array, hints: RecordingHints = {}): Promise<string> {
  const sniffed = await sniff(head);
  if (sniffed !== undefined) return sniffed;
  const text = decodeText(head);
  if (!isLegible(text)) return unknownType;
  const shown = transcriptTypeOf(text);
  if (shown !== undefined) return shown;
  const named = transcriptByExtension[extname(hints.fileName ?? '').toLowerCase()];
  const declared = hints.mediaType?.split(';')[0]?.trim().toLowerCase() ?? '';
  // Browsers know no type for subtitle files and call them plain text, or by a name of their own.
  return (
    named ??
    asTranscriptType(declared) ??
    (declared.startsWith('text/') && wellFormed.test(declared) ? declared : unknownType)
  );
}

/** Text in another encoding has a few characters that cannot be read; other content has many. */
function isLegible(text: string): boolean {
  const illegible = text.match(/\uFFFD|(?!\s)\p{Cc}/gu)?.length ?? 0;
  return illegible * 5 <= text.length;
}

async function sniff(head: Uint8Array): Promise<string | undefined> {
  // The head may end in the midst of a structure that the library would follow.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found && wellFormed.test(found.mime) ? found.mime : undefined;
}

function transcriptTypeOf(content: string): TranscriptType | undefined {
  const text = content.slice(0, 4096).trimStart();
  if (/^WEBVTT(?:\s|$)/.test(text)) return 'text/vtt';
  if (/^(?:\d+\s*\n)?\s*\d{1,2}:\d{2}:\d{2},\d{1,3}\s*-->/.test(text.replaceAll('\r', '\n')))
    return 'application/x-subrip';
  if (/^(?:\[\s*\{|\{\s*")/.test(text)) return 'application/json';
  return undefined;
}
