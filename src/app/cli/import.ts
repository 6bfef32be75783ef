import { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { type OpenDatabase, openDatabase } from '../../platform/database/open-database.ts';
import type { EmitEvents } from '../../platform/import/import-batch.ts';
import { openCommandLog, readOwnConfig } from './command.ts';
import { importFiles } from '../../platform/import/import-files.ts';
import { openEventRecorder } from '../../platform/services/conversation/events/open-event-recorder.ts';

interface ImportCommandOptions {
  strict?: boolean;
  format?: string;
  kind?: string;
  map: string[];
  emit?: boolean;
}

/** Creates the command `import`, whose exit code is 1 if a line or a file was rejected. */
export function importCommand(): Command {
  return new Command('import')
    .description(
      'Load NDJSON or CSV files into the embedded services. A record replaces a stored one with the same id.',
    )
    .argument(
      '<files...>',
      'NDJSON with one record per line: its kind and its fields; or CSV with companies, institutions or cities',
    )
    .option('--strict', 'import nothing from a file that has a bad line')
    .option('--format <format>', 'ndjson or csv (default: by file extension)')
    .option('--kind <kind>', 'kind of record in CSV files: company, institution or city')
    .option(
      '--map <field=Column>',
      'read a field from a CSV column with a different name; can be repeated',
      (entry: string, entries: string[]) => [...entries, entry],
      [],
    )
    .option('--emit', 'record events of new records: conversations that are completed, coaching feedback and listens')
    .action(async (files: string[], options: ImportCommandOptions) => {
      const config = readOwnConfig();
      // Even a small database gets large buffers: an import reads and writes pages of all indexes.
      const database = await openDatabase(config.database, { sharedBuffers: '128MB' });
      const events = options.emit ? await openEvents(database, config) : undefined;
      try {
        const output = { results: process.stdout, faults: process.stderr };
        const { db } = database;
        const { failed } = await importFiles({ db, files, ...options, emit: events?.emit, output });
        if (failed) process.exitCode = 1;
      } finally {
        await events?.close();
        await database.close();
      }
    });
}

async function openEvents(database: OpenDatabase, config: Config) {
  const { record, close } = await openEventRecorder(database, await openCommandLog(config));
  const emit: EmitEvents = async (trx, causes) => (await record(trx, causes)).length;
  return { emit, close };
}
