/** Rejects a whole file. The message is reported after the file name: "<file>: <message>". */
export class FileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileError';
  }
}

export interface LineFault {
  /** Number of the first line, from 1. */
  line: number;
  /** Why the line cannot be imported; names the field if possible. */
  fault: string;
}

/** A record of a file. Its fields have not been checked yet. */
export interface SourceRecord {
  line: number;
  kind: string;
  /** In characters. */
  size: number;
  fields: Record<string, unknown>;
}
