import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Db } from '../../../src/platform/database/open-database.ts';
import { type ImportOptions, type ImportResult, importFiles } from '../../../src/platform/import/import-files.ts';

/** The reports and the result of an import; file names are relative to the folder. */
export interface ImportOutcome extends ImportResult {
  results: string[];
  faults: string[];
}

export interface ImportLab {
  folder: string;
  write(name: string, content: string | Uint8Array): Promise<string>;
  /** Imports files of the folder by name. */
  run(names: string[], options?: Partial<Omit<ImportOptions, 'db' | 'files' | 'output'>>): Promise<ImportOutcome>;
  close(): Promise<void>;
}

/** A folder of import files, and a database to import them into. */
export async function openImportLab(db: Db): Promise<ImportLab> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  return {
    folder,
    write: async (name, content) => {
      await writeFile(join(folder, name), content);
      return name;
    },
    run: async (names, options = {}) => {
      const [results, faults] = [textSink(), textSink()];
      const files = names.map((name) => join(folder, name));
      const result = await importFiles({
        db,
        files,
        ...options,
        output: { results: results.stream, faults: faults.stream },
      });
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
