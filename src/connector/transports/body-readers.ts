import { errors } from 'undici';
import type { BodyReader } from './http-exchange.ts';

/** Maximum size of a body, or of a line of a body that is read by lines. */
export const maxResponseBytes = 32 * 1024 * 1024;

const lineFeed = 0x0a;
// `TextDecoder` strips a byte order mark, which `JSON.parse` would reject.
const decoder = new TextDecoder();

/** Reads the whole body as text. */
export function textReader(): BodyReader {
  const chunks = boundedChunks();
  return { add: chunks.add, end: chunks.takeText };
}

/** Calls `onLine` for each non-blank line as soon as it is complete; the rest of the body counts as a line. */
export function lineReader(onLine: (line: string) => void): BodyReader {
  const chunks = boundedChunks();
  const pass = (line: string) => {
    if (line.trim() !== '') onLine(line);
  };
  return {
    add(chunk) {
      let begin = 0;
      for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, begin)) {
        chunks.add(chunk.subarray(begin, end));
        pass(chunks.takeText());
        begin = end + 1;
      }
      if (begin < chunk.length) chunks.add(chunk.subarray(begin));
    },
    end() {
      pass(chunks.takeText());
      return '';
    },
  };
}

/** Collects chunks. @throws ResponseExceededMaxSizeError if they have more than `maxResponseBytes` */
function boundedChunks() {
  let chunks: Buffer[] = [];
  let bytes = 0;
  return {
    add(chunk: Buffer): void {
      bytes += chunk.length;
      if (bytes > maxResponseBytes) throw new errors.ResponseExceededMaxSizeError();
      chunks.push(chunk);
    },
    /** Returns the text of the chunks and removes them. */
    takeText(): string {
      const [first] = chunks;
      const text = decoder.decode(chunks.length === 1 ? first : Buffer.concat(chunks));
      chunks = [];
      bytes = 0;
      return text;
    },
  };
}
