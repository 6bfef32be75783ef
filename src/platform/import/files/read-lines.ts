import { open } from 'node:fs/promises';
import { FileError, type LineFault } from './source-record.ts';

export interface TextLine {
  line: number;
  text: string;
}

export interface LinesOptions {
  onBytes?: (bytes: number) => void;
}

/** Bounds memory. A transcript of eight hours takes about 3 MB. */
export const maxRecordBytes = 16 * 1024 * 1024;

export const tooLong = `is longer than ${maxRecordBytes.toLocaleString('en-US')} bytes`;

const newline = 0x0a;
const sniffedBytes = 8192;

/**
 * Skips blank lines and a byte order mark. A line that is too long or not UTF-8 yields a fault.
 * @throws FileError if the path is missing, a folder, unreadable, binary or empty
 */
export async function* readLines(path: string, { onBytes }: LinesOptions = {}): AsyncGenerator<TextLine | LineFault> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  let isBlank = true;
  for await (const bytes of rawLines(path, onBytes)) {
    line += 1;
    const decoded = decode(decoder, bytes);
    if (typeof decoded === 'string' && decoded.trim() === '') continue;
    isBlank = false;
    yield typeof decoded === 'string' ? { line, text: decoded } : { line, ...decoded };
  }
  if (isBlank) throw new FileError('is empty');
}

function decode(decoder: TextDecoder, bytes: Buffer | undefined): string | { fault: string } {
  if (!bytes) return { fault: tooLong };
  try {
    return decoder.decode(bytes).replace(/\r$/, '');
  } catch {
    return { fault: 'is not UTF-8 text' };
  }
}

/** Undefined for a line that is too long. */
async function* rawLines(path: string, onBytes?: (bytes: number) => void): AsyncGenerator<Buffer | undefined> {
  let parts: Buffer[] = [];
  let size = 0;
  const take = () => {
    const bytes = size > maxRecordBytes ? undefined : Buffer.concat(parts);
    parts = [];
    size = 0;
    return bytes;
  };
  const add = (part: Buffer) => {
    size += part.length;
    if (size > maxRecordBytes) parts = [];
    else parts.push(part);
  };
  for await (const chunk of chunksOf(path)) {
    onBytes?.(chunk.length);
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (size > 0) yield take();
}

/**
 * The bytes of a text file.
 * @throws FileError if the path is missing, a folder, unreadable or binary
 */
export async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  let isFirst = true;
  try {
    await using file = await open(path);
    if ((await file.stat()).isDirectory()) throw new FileError('is a folder, not a file');
    const stream = file.createReadStream({ autoClose: false });
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      if (isFirst && bytes.subarray(0, sniffedBytes).includes(0)) throw new FileError('is not a text file in UTF-8');
      isFirst = false;
      yield bytes;
    }
  } catch (error) {
    throw error instanceof Error && 'code' in error ? new FileError(unreadable(String(error.code))) : error;
  }
}

function unreadable(code: string): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist';
  if (code === 'EISDIR') return 'is a folder, not a file';
  return code === 'EACCES' || code === 'EPERM' ? 'is not readable by this user' : `cannot be read (${code})`;
}
