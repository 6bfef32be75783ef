/** A fault that rejects a whole file. */
export class FileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileError';
  }
}

/** One rule that a line breaks. */
export interface LineFault {
  /** First line, from 1. */
  line: number;
  /** Names the field if possible. */
  fault: string;
  /** Whether the record was stored without the field. */
  isStored?: boolean;
}

/** A record whose fields have not been checked yet. */
export interface SourceRecord {
  line: number;
  kind: string;
  /** In characters. */
  size: number;
  fields: Record<string, unknown>;
  /** Whether a bad value of an optional field leaves out the field instead of the record. */
  isPartial?: boolean;
}
