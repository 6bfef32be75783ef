/** The whole file cannot be imported. The message completes "<file>: ". */
export class FileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileError';
  }
}

/** Why a line is bad, with the field and the rule it breaks. */
export interface LineFault {
  /** From 1; the first line of a record that spans several. */
  line: number;
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
