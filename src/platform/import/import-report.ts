import { SingleBar } from 'cli-progress';
import { printable } from '../../tools/rules/field-rules.ts';
import { shortened } from '../../tools/rules/input-issues.ts';
import type { LineFault } from './files/source-record.ts';
import type { FileResult } from './import-file.ts';
import { importKinds } from './kinds/import-kinds.ts';
import { counted, formatCount } from './report-text.ts';

export interface ImportOutput {
  /** Shows a progress bar if this stream is a terminal. */
  results: NodeJS.WritableStream & { isTTY?: boolean };
  faults: NodeJS.WritableStream;
  /** Returns milliseconds. */
  clock?: (() => number) | undefined;
}

const linesPerReport = 10_000;
const msPerReport = 10_000;
const maxFaults = 100;
const maxFaultLength = 1000;

/** Progress is a bar on a terminal, otherwise a line every 10,000 records or 10 seconds. Faults follow each file. */
export function createReporter({ results, faults, clock = () => performance.now() }: ImportOutput) {
  const bar = results.isTTY
    ? new SingleBar({
        stream: results,
        format: '{bar} {percentage}% {file}',
        clearOnComplete: true,
        hideCursor: true,
      })
    : undefined;
  let file = '';
  let [fileBytes, readBytes, reportedRecords, reportedAt, furtherFaults] = [0, 0, 0, 0, 0];
  let paths: readonly string[] | undefined;
  let notes: string[] = [];
  /** By fault, or by fault and file in a folder: the first line, and the number of lines with the fault. */
  const firstLines = new Map<string, { fault: string; line: number; count: number }>();
  const write = (stream: NodeJS.WritableStream, line: string) =>
    void stream.write(`${printable(line).replaceAll('\n', ' ')}\n`);
  const stop = () => {
    bar?.stop();
    for (const { fault, line, count } of firstLines.values()) {
      const others = count > 1 ? ` (${formatCount(count)} such lines)` : '';
      write(faults, `${paths?.[line - 1] ?? `${file}:${line}`}: ${fault}${others}`);
    }
    if (furtherFaults > 0) write(faults, `${file}: ${formatCount(furtherFaults)} more faults; correct these first`);
  };
  return {
    /** @param transcripts the paths of a folder's transcripts, each of which counts as a line */
    start(name: string, size: number, transcripts?: readonly string[]) {
      [file, fileBytes, readBytes, reportedRecords, reportedAt, furtherFaults] = [name, size, 0, 0, clock(), 0];
      paths = transcripts;
      notes = [];
      firstLines.clear();
      bar?.start(size, 0, { file: printable(file) });
    },
    onBytes(count: number) {
      readBytes += count;
      bar?.update(Math.min(readBytes, fileBytes), { file: printable(file) });
    },
    onBatch(read: number) {
      if (bar) return;
      const isMany = read - reportedRecords >= linesPerReport;
      if (!isMany && clock() - reportedAt < msPerReport) return;
      reportedRecords = isMany ? read - (read % linesPerReport) : read;
      reportedAt = clock();
      write(results, `${file}: ${formatCount(reportedRecords)} records so far`);
    },
    onNote: (note: string) => void notes.push(note),
    onFault({ line, fault: text }: LineFault) {
      // A fault can quote a text of any length.
      const fault = shortened(text, maxFaultLength);
      const key = paths ? `${line} ${fault}` : fault;
      const known = firstLines.get(key);
      if (known) known.count += 1;
      else if (firstLines.size < maxFaults) firstLines.set(key, { fault, line, count: 1 });
      else furtherFaults += 1;
    },
    end(result: FileResult) {
      stop();
      if (result.rejection === undefined) write(results, `${file}: ${summaryOf(result)}`);
      else write(faults, `${file}: ${result.rejection}`);
      for (const note of notes) write(results, `${file}: ${note}`);
    },
    /** Reports what a whole import has changed in stored conversations. */
    onChanged(what: string, count: number) {
      if (count > 0) write(results, `${what} ${counted(count, 'stored conversation')}`);
    },
    /** Removes the progress bar and reports the faults of the file. */
    stop,
  };
}

/** Example: "10,251 records read: 10,233 new institutions, 18 already there; 2 bad lines". */
function summaryOf({ read, counts, badLines, partialLines, events }: FileResult): string {
  const kinds = [...counts].map(([kind, { stored, added }]) => {
    const [one, many] = importKinds[kind].nouns;
    const known = stored - added;
    return `${formatCount(added)} new ${added === 1 ? one : many}${known > 0 ? `, ${formatCount(known)} already there` : ''}`;
  });
  const bad = badLines > 0 ? [counted(badLines, 'bad line')] : [];
  const partial = partialLines > 0 ? [`${counted(partialLines, 'record')} stored without bad values`] : [];
  const emitted = events === undefined ? [] : [`${counted(events, 'event')} emitted`];
  return `${counted(read, 'record')} read: ${[...kinds, ...emitted, ...partial, ...bad].join('; ')}`;
}
