import { CommandError } from './command-error.ts';

/** What every command that answers something takes. */
export interface ReportOptions {
  json?: boolean;
}

/**
 * Prints what a command did: for people, or as one line of JSON for programs. What people should know besides goes to
 * the standard error, so that the text alone fits into a file or a pipe.
 * @throws CommandError when it could not be written
 */
export async function report(
  { json }: ReportOptions,
  { record, text, note }: { record: unknown; text: string; note?: string },
): Promise<void> {
  const line = `${json ? JSON.stringify(record) : text}\n`;
  // The error that the callback gets is an event too, which would end the process.
  const ignore = () => {};
  process.stdout.once('error', ignore);
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(line, (error) => (error ? reject(unwritten(error)) : resolve()));
  });
  process.stdout.off('error', ignore);
  if (note !== undefined && !json) process.stderr.write(`${note}\n`);
}

const unwritten = (error: Error) =>
  new CommandError(
    `The command was carried out, but its answer could not be written: ${error.message}. A key or secret in it is lost.`,
  );

/** Columns for people, as wide as what is in them. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heading.map((cell, column) => Math.max(...[heading, ...rows].map((row) => row[column]?.length ?? 0)));
  return [heading, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
