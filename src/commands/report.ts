/** What every command that answers something takes. */
export interface ReportOptions {
  json?: boolean;
}

/** Prints what a command did: for people, or as one line of JSON for programs. */
export function report({ json }: ReportOptions, { record, text }: { record: unknown; text: string }): void {
  console.log(json ? JSON.stringify(record) : text);
}

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
