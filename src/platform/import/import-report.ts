import { SingleBar } from 'cli-progress';
import type { RefreshResult } from '../services/conversation/processing/refresh-analysis.ts';
import { printable } from '../../tools/rules/field-rules.ts';
import { shortened } from '../../tools/rules/input-issues.ts';
import type { LineFault } from './files/source-record.ts';
import type { FileResult } from './import-file.ts';
import { importKinds } from './kinds/import-kinds.ts';

export interface ImportOutput {
  /** Shows a progress bar if it is a terminal. */
  results: NodeJS.WritableStream & { isTTY?: boolean };
  faults: NodeJS.WritableStream;
}

const linesPerReport = 10_000;
const msPerReport = 10_000;
const maxFaults = 100;
const maxFaultLength = 1000;
const figure = (count: number) => count.toLocaleString('en-US');
const counted = (count: number, noun: string) => `${figure(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Progress is a bar on a terminal, otherwise a line every 10,000 records or 10 seconds. Faults follow each file. */
export function createReporter({ results, faults }: ImportOutput, clock: () => number = () => performance.now()) {
  const bar = results.isTTY ? createBar(results) : undefined;
  let file = '';
  let size = 0;
  let bytes = 0;
  let reported = 0;
  let reportedAt = 0;
  let paths: readonly string[] | undefined;
  let unusedColumns: readonly string[] = [];
  let otherFiles: readonly string[] = [];
  let unnamedRows = 0;
  /** The first line of each fault, and the number of its lines. */
  const firstLines = new Map<string, { line: number; count: number }>();
  let furtherFaults = 0;
  const write = (stream: NodeJS.WritableStream, line: string) => void stream.write(`${printable(line)}\n`);
  const stop = () => {
    bar?.stop();
    for (const [fault, { line, count }] of firstLines) {
      const others = count > 1 ? ` (${figure(count)} such ${paths ? 'files' : 'lines'})` : '';
      write(faults, `${paths?.[line - 1] ?? `${file}:${line}`}: ${fault}${others}`);
    }
    if (furtherFaults > 0) write(faults, `${file}: ${figure(furtherFaults)} more faults; correct these first`);
    firstLines.clear();
    furtherFaults = 0;
  };
  return {
    /** @param found the paths of a folder's transcripts and of its other files */
    start(name: string, fileSize: number, found?: { transcripts: readonly string[]; others: readonly string[] }) {
      paths = found?.transcripts;
      otherFiles = found?.others ?? [];
      unusedColumns = [];
      unnamedRows = 0;
      [file, size, bytes, reported, reportedAt] = [name, fileSize, 0, 0, clock()];
      bar?.start(size, 0, { file });
    },
    onBytes(count: number) {
      bytes += count;
      bar?.update(Math.min(bytes, size), { file });
    },
    onBatch(read: number) {
      if (bar) return;
      const isMany = read - reported >= linesPerReport;
      if (!isMany && clock() - reportedAt < msPerReport) return;
      reported = isMany ? read - (read % linesPerReport) : read;
      reportedAt = clock();
      write(results, `${file}: ${figure(reported)} records so far`);
    },
    onUnusedColumns: (names: readonly string[]) => void (unusedColumns = names),
    onUnnamedRows: (count: number) => void (unnamedRows = count),
    onFault({ line, fault: text }: LineFault) {
      // A fault can quote a text of any length.
      const fault = shortened(text, maxFaultLength);
      const known = firstLines.get(fault);
      if (known) known.count += 1;
      else if (firstLines.size < maxFaults) firstLines.set(fault, { line, count: 1 });
      else furtherFaults += 1;
    },
    end(result: FileResult) {
      stop();
      if (result.rejection === undefined) write(results, `${file}: ${summaryOf(result)}`);
      else write(faults, `${file}: ${result.rejection}`);
      if (unusedColumns.length > 0) write(results, `${file}: left out these columns: ${unusedColumns.join(', ')}`);
      if (unnamedRows > 0) write(results, `${file}: left out ${counted(unnamedRows, 'row')} without a name`);
      if (otherFiles.length > 0) {
        write(
          results,
          `${file}: left out ${counted(otherFiles.length, 'file')} without .vtt or .srt: ${listed(otherFiles)}`,
        );
      }
    },
    onRefresh({ rematched, analysed }: RefreshResult) {
      const count = rematched + analysed;
      if (count > 0) write(results, `topics of ${counted(count, 'stored conversation')} matched again`);
    },
    onRecognised(count: number) {
      if (count > 0) write(results, `members of the team recognized in ${counted(count, 'stored conversation')}`);
    },
    /** Also reports the faults of the file. */
    stop,
  };
}

const maxShownFiles = 10;

const listed = (names: readonly string[]) =>
  [...names.slice(0, maxShownFiles), ...(names.length > maxShownFiles ? ['…'] : [])].join(', ');

const createBar = (stream: NodeJS.WritableStream) =>
  new SingleBar({ stream, format: '{bar} {percentage}% {file}', clearOnComplete: true, hideCursor: true });

/** Example: "10,251 records read: 10,233 new institutions, 18 already there; 2 bad lines". */
function summaryOf({ read, counts, badLines, partialLines, events }: FileResult): string {
  const kinds = [...counts].map(([kind, { stored, added }]) => {
    const [one, many] = importKinds[kind].nouns;
    const known = stored - added;
    return `${figure(added)} new ${added === 1 ? one : many}${known > 0 ? `, ${figure(known)} already there` : ''}`;
  });
  const bad = badLines > 0 ? [counted(badLines, 'bad line')] : [];
  const partial = partialLines > 0 ? [`${counted(partialLines, 'record')} without bad values`] : [];
  const emitted = events === undefined ? [] : [`${counted(events, 'event')} emitted`];
  return `${counted(read, 'record')} read: ${[...kinds, ...emitted, ...partial, ...bad].join('; ')}`;
}
