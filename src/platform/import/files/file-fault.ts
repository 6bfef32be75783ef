/** A file that cannot be imported at all; the message completes "<file>: ". */
export class FileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileError';
  }
}

/** Something wrong with one line; it names the field and the rule where there is a field. */
export interface LineFault {
  /** From 1; of a record over several lines, the first. */
  line: number;
  fault: string;
}

/** A record as the file has it, not checked yet. */
export interface SourceRecord {
  line: number;
  kind: string;
  /** How much of the file it is, in characters. */
  size: number;
  fields: Record<string, unknown>;
}
