/** A whole file is rejected. The message is reported after the file name: "<file>: <message>". */
export class FileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileError';
  }
}

/** A bad line. */
export interface LineFault {
  /** Line number, starting with 1. For a record that spans several lines, that of the first. */
  line: number;
  /** Why the line is bad, if possible with the field and the rule that it breaks. */
  fault: string;
}

/** An unchecked record of a file. */
export interface SourceRecord {
  line: number;
  kind: string;
  /** Length in characters. */
  size: number;
  fields: Record<string, unknown>;
}
