import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import type { Db } from '../../../src/platform/database/open-database.ts';
import { type ImportOptions, importFiles } from '../../../src/platform/import/import-files.ts';

/** When the files of a lab were modified. */
export const modifiedAt = new Date('2026-03-01T12:00:00Z');

export type RunOptions = Partial<Omit<ImportOptions, 'files' | 'output'>>;

/** A folder of import files, and a database to import them into. */
export async function openImportLab(db: Db) {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  return {
    folder,
    /** Writes a file, in a folder that need not exist. Returns its name. */
    async write(name: string, content: string | Uint8Array): Promise<string> {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      await utimes(path, modifiedAt, modifiedAt);
      return name;
    },
    /** Imports files of the folder by name. File names in the reports are relative to the folder. */
    async run(names: readonly string[], options: RunOptions = {}) {
      const [results, faults] = [textSink(), textSink()];
      const files = names.map((name) => ({ name: join(folder, name), path: join(folder, name) }));
      // With a stopped clock, progress reports depend only on the number of records.
      const output = { results: results.stream, faults: faults.stream, clock: () => 0 };
      const result = await importFiles({ db, files, ...options, output });
      return { ...result, results: linesOf(results.texts, folder), faults: linesOf(faults.texts, folder) };
    },
    close: () => rm(folder, { recursive: true }),
  };
}

const linesOf = (texts: string[], folder: string) =>
  texts.join('').replaceAll(`${folder}/`, '').split('\n').slice(0, -1);

/** A stream that records what is written to it; a terminal if `isTTY`. */
export function textSink(isTTY = false) {
  const texts: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      texts.push(String(chunk));
      done();
    },
  });
  return { texts, stream: Object.assign(stream, { isTTY }) };
}

/** Records as the lines of an NDJSON file. */
export const ndjson = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
