import { open } from 'node:fs/promises';
import { reasonOf } from '../../../tools/errors/operator-error.ts';
import { FileError, type LineFault } from './source-record.ts';

export interface TextLine {
  line: number;
  text: string;
}

export interface LinesOptions {
  onBytes?: ((bytes: number) => void) | undefined;
}

/** Maximum size of a record, which bounds memory. A transcript of eight hours takes about 3 MB. */
export const maxRecordBytes = 16 * 1024 * 1024;

export const tooLong = `is longer than ${maxRecordBytes.toLocaleString('en-US')} bytes`;

const newline = 0x0a;
const sniffedBytes = 8192;

/**
 * Reads the lines of a file. Skips blank lines and a byte order mark. A line that is too long or not UTF-8 yields a
 * fault.
 * @throws FileError if the path is missing, a folder, unreadable, binary or empty
 */
export async function* readLines(path: string, { onBytes }: LinesOptions = {}): AsyncGenerator<TextLine | LineFault> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  let isBlank = true;
  for await (const bytes of rawLines(path, onBytes)) {
    line += 1;
    const text = bytes && decode(decoder, bytes);
    if (text?.trim() === '') continue;
    isBlank = false;
    if (text !== undefined) yield { line, text };
    else yield { line, fault: bytes ? 'is not UTF-8 text' : tooLong };
  }
  if (isBlank) throw new FileError('is empty');
}

function decode(decoder: TextDecoder, bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes).replace(/\r$/, '');
  } catch {
    return undefined;
  }
}

/** Yields undefined for a line that is too long. */
async function* rawLines(path: string, onBytes: LinesOptions['onBytes']): AsyncGenerator<Buffer | undefined> {
  let rest = Buffer.alloc(0);
  let isTooLong = false;
  for await (const chunk of chunksOf(path, onBytes)) {
    rest = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = rest.indexOf(newline); end !== -1; end = rest.indexOf(newline, start)) {
      yield isTooLong || end - start > maxRecordBytes ? undefined : rest.subarray(start, end);
      isTooLong = false;
      start = end + 1;
    }
    isTooLong ||= rest.length - start > maxRecordBytes;
    rest = isTooLong ? Buffer.alloc(0) : rest.subarray(start);
  }
  if (isTooLong) yield undefined;
  else if (rest.length > 0) yield rest;
}

/**
 * Reads the bytes of a text file.
 * @throws FileError if the path is missing, a folder, unreadable or binary
 */
export async function* chunksOf(path: string, onBytes?: LinesOptions['onBytes']): AsyncGenerator<Buffer> {
  let isFirst = true;
  try {
    await using file = await open(path);
    if ((await file.stat()).isDirectory()) throw new FileError('is a folder, not a file');
    const stream = file.createReadStream({ autoClose: false });
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      if (isFirst && bytes.subarray(0, sniffedBytes).includes(0)) throw new FileError('is not a text file in UTF-8');
      isFirst = false;
      onBytes?.(bytes.length);
      yield bytes;
    }
  } catch (error) {
    throw error instanceof Error && 'code' in error ? new FileError(unreadable(error)) : error;
  }
}

/** Says why a file cannot be read. */
export function unreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) return `cannot be read: ${reasonOf(error)}`;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist';
  if (code === 'EISDIR') return 'is a folder, not a file';
  return code === 'EACCES' || code === 'EPERM' ? 'is not readable by this user' : `cannot be read (${code})`;
}
