/** Thrown if a whole file is rejected. The message is reported after the file name: "<file>: <message>". */
export class FileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileError';
  }
}

/** A line that cannot be imported, and why. */
export interface LineFault {
  /** Line number, starting with 1. If a record spans several lines, the number of the first line. */
  line: number;
  /** Why the line is bad. If possible, names the field and the rule that it breaks. */
  fault: string;
}

/** A record of a file. Its fields have not been checked yet. */
export interface SourceRecord {
  line: number;
  kind: string;
  /** Length of the record in characters. */
  size: number;
  fields: Record<string, unknown>;
}
