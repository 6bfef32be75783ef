import { z } from 'zod';

/** Values that JSON cannot represent are objects with one of these keys. */
const parameterSchema = z.union([
  z.strictObject({ $date: z.string() }).transform(({ $date }) => new Date($date)),
  z.strictObject({ $bytes: z.string() }).transform(({ $bytes }) => Buffer.from($bytes, 'base64')),
  z.unknown(),
]);

const statementSchema = z.object({
  /** Seed statements fill an empty database. Call statements are those of later tool calls. */
  phase: z.enum(['seed', 'call']),
  sql: z.string(),
  parameters: z.array(parameterSchema),
  /** Number of rows that the statement returned. */
  rows: z.int(),
});

export type RecordedStatement = z.output<typeof statementSchema>;

/** The SQL statements of a release. */
export interface Recording {
  /** The last migration of that release. */
  migration: string;
  /** In the order in which they ran. */
  statements: RecordedStatement[];
}

export function parseRecording(text: string): Recording {
  const [header = '', ...lines] = text.trimEnd().split('\n');
  const { migration } = z.object({ migration: z.string() }).parse(JSON.parse(header));
  return { migration, statements: lines.map((line) => statementSchema.parse(JSON.parse(line))) };
}

/** One statement per line, so that a new recording shows what changed. */
export const printRecording = ({ migration, statements }: Recording): string =>
  [{ migration }, ...statements.map((statement) => ({ ...statement, parameters: statement.parameters.map(toJson) }))]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

function toJson(parameter: unknown): unknown {
  if (parameter instanceof Date) return { $date: parameter.toISOString() };
  if (parameter instanceof Uint8Array) return { $bytes: Buffer.from(parameter).toString('base64') };
  return parameter;
}
