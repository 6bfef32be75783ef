import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { z } from 'zod';
import { readDatabaseClock } from '../../platform/database/database-clock.ts';
import type { Db } from '../../platform/database/open-database.ts';
import type { EmitEvents } from '../../platform/import/kinds/define-kind.ts';
import { type ImportedFile, importFiles, type ImportOptions } from '../../platform/import/import-files.ts';
import { recordEvents } from '../../platform/services/conversation/events/record-events.ts';
import type { Config } from '../config/config.ts';
import { openOwnDatabase, readOwnConfig } from './command.ts';
import { findServer, type RunningServer } from './server/command-client.ts';

interface ImportCommandOptions {
  format?: string;
  kind?: string;
  map: string[];
  emit?: boolean;
}

/** The exit code of the command is 1 if a line or a file was rejected. */
export function importCommand(): Command {
  return new Command('import')
    .description('Load files into the embedded services. A record replaces a stored one with the same id.')
    .argument(
      '<files...>',
      'NDJSON with one record per line: its kind and its fields; CSV; transcripts (.vtt, .srt), or folders of them; - reads standard input',
    )
    .option('--format <format>', 'ndjson or csv (default: by file extension)')
    .option('--kind <kind>', 'kind of record in CSV files: signal (a row per person), company, institution or city')
    .option(
      '--map <field=Column>',
      'read a field from a CSV column with a different name; can be repeated',
      (entry: string, entries: string[]) => [...entries, entry],
      [],
    )
    .option('--emit', 'record events of new records: conversations that are completed, coaching feedback and listens')
    .action(async (names: string[], options: ImportCommandOptions) => {
      const config = readOwnConfig();
      const server = await findServer(config.database);
      // A server cannot read the pipes of this process, and a CSV file is read several times.
      const isCsv = (name: string) => (options.format ?? extname(name).slice(1).toLowerCase()) === 'csv';
      const { files, close } = await openCallerFiles(names, (name) => server !== undefined || isCsv(name));
      try {
        const { failed } = server
          ? await importOnServer(server, files, options)
          : await importHere(config, files, options);
        if (failed) process.exitCode = 1;
      } finally {
        await close();
      }
    });
}

async function importHere(config: Config, files: ImportedFile[], options: ImportCommandOptions) {
  // Even a small database gets large buffers: an import reads and writes pages of all indexes.
  const database = await openOwnDatabase(config, { sharedBuffers: '128MB' });
  try {
    const output = { results: process.stdout, faults: process.stderr };
    return await runImport(database.db, { files, ...options, output });
  } finally {
    await database.close();
  }
}

/** @param options `emit` records events of new records */
export async function runImport(
  db: Db,
  { emit, ...options }: Omit<ImportOptions, 'db' | 'emit'> & { emit?: boolean | undefined },
): Promise<{ failed: boolean }> {
  const now = await readDatabaseClock(db);
  const record: EmitEvents = async (trx, causes) => (await recordEvents(trx, causes, { now })).length;
  const { failed } = await importFiles({ db, ...options, emit: emit ? record : undefined });
  return { failed };
}

const importResult = z.object({ failed: z.boolean() });

async function importOnServer(server: RunningServer, files: ImportedFile[], options: ImportCommandOptions) {
  const request = { command: 'import', files, isTerminal: process.stdout.isTTY, options } as const;
  return importResult.parse(
    await server.run(
      request,
      'The server stopped before the import ended. Import the files again: records that are already stored stay the same.',
    ),
  );
}

/**
 * Returns the paths of files, and `close`, which removes copies. A pipe or standard input can be read once, by this
 * process: if `mustCopy` returns true for its name, its content is copied, and the path is that of the copy.
 */
async function openCallerFiles(names: readonly string[], mustCopy: (name: string) => boolean) {
  let folder: string | undefined;
  const close = async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  const files: ImportedFile[] = [];
  try {
    for (const name of names) {
      let path = name === '-' ? '/dev/stdin' : resolve(name);
      if (mustCopy(name) && (await isPrivate(path))) {
        folder ??= await mkdtemp(join(tmpdir(), 'graph-import-'));
        const source = path === '/dev/stdin' ? process.stdin : createReadStream(path);
        path = join(folder, String(files.length));
        await pipeline(source, createWriteStream(path, { mode: 0o600 }));
      }
      files.push({ name, path });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { files, close };
}

/** Whether the path is a pipe or socket, or means a different file in each process, such as `/dev/stdin`. */
async function isPrivate(path: string): Promise<boolean> {
  try {
    const entry = await stat(path);
    return /^\/(?:dev|proc)\//.test(path) || entry.isFIFO() || entry.isSocket();
  } catch {
    // The import reports that the file does not exist.
    return false;
  }
}
