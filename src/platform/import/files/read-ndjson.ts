import { FileError, type LineFault, type SourceRecord } from './source-record.ts';
import { type LinesOptions, readLines } from './read-lines.ts';

/** @throws FileError like `readLines`, or if the file is a JSON array */
export async function* readNdjson(path: string, options: LinesOptions): AsyncGenerator<SourceRecord | LineFault> {
  let isFirst = true;
  for await (const source of readLines(path, options)) {
    if (isFirst && 'text' in source && source.text.trimStart().startsWith('[')) {
      throw new FileError('is a JSON array; it must contain one JSON object per line');
    }
    isFirst = false;
    yield 'text' in source ? recordOf(source.text, source.line) : source;
  }
}

function recordOf(text: string, line: number): SourceRecord | LineFault {
  const value = parse(text);
  if (value === undefined) return { line, fault: `is not JSON: ${excerpt(text)}` };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, fault: `must be a JSON object: ${excerpt(text)}` };
  }
  if (isDeeper(value, maxNesting)) return { line, fault: `is nested more than ${maxNesting} levels deep` };
  const { kind, ...fields }: Record<string, unknown> = { ...value };
  if (kind === undefined) return { line, fault: 'kind: is required' };
  return typeof kind === 'string'
    ? { line, kind, size: text.length, fields }
    : { line, fault: 'kind: must be a string' };
}

/** Maximum depth of a record. A deeper, hostile record could exhaust the stack of recursive code. */
const maxNesting = 32;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const excerpt = (text: string) => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
