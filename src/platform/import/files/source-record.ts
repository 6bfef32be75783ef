/** A fault that rejects a whole file. */
export class FileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileError';
  }
}

/** One rule that a line breaks. */
export interface LineFault {
  /** First line of the record, from 1. */
  line: number;
  /** The broken rule, with the name of the field if possible. */
  fault: string;
  /** Whether the record was stored without the field. */
  isStored?: boolean;
}

/** A record whose fields have not been checked yet. */
export interface SourceRecord {
  line: number;
  kind: string;
  /** Size in characters. */
  size: number;
  fields: Record<string, unknown>;
}
